"""All tables together, as the desk sees them: rows, news, tournaments."""
