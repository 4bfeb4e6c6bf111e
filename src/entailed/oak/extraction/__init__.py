"""Facts read from documents by a model, checked against their words."""
