"""One HTML file that holds a whole game: what is in it, and how it is put together."""
