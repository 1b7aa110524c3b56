"""The command line of Quartermaster: parse, call one function, show the answer."""

__version__ = "0.3.0"
