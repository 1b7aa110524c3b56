"""One module for each command of `qm`, loaded only when that command runs."""
