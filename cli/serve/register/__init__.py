"""Who may do what at this server: links, devices, pens, visits and names, in `service.db` beside the store.

Unlike a record it can forget. What is asked on every request is kept in memory; every decision that is kept is made
inside a transaction, from the rows of the file.
"""
