"""Entailed answers questions from a domain ontology and says what each answer rests on.

The names in `__all__` are the public interface; everything else may change between versions. They are listed in the
stub beside this file, and each brings its room when it is first used: a process that only searches, or only helps to
build an index, need not load the rest.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
