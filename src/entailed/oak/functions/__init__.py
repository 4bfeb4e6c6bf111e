"""Functions of a kernel: files, conditions, the sandbox, frozen folders."""
