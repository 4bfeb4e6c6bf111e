"""Schemas: read, checked as OWL, exported."""
