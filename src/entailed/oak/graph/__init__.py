"""Graphs: facts merged into one DuckDB file, opened, checked and exported."""
