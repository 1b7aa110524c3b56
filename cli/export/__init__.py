"""Records as files for other programs and other people: pages, tables, plays, documents."""
