"""The faces of the package: the only room that reads the environment, prints, or opens sockets."""
