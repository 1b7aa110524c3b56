"""One folder a game. Each has a `GAME`, and nothing outside the folder names it."""
