"""All tables together, as the desk sees them: rows, news, notices to their people, tournaments."""
