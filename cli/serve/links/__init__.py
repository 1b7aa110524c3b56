"""Links to tables and what they are worth: making and telling them, passkeys, and the looks that are kept."""
