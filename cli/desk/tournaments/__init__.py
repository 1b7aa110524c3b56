"""A day of tournament: each module is one thing that an organiser does or looks at."""
