"""Photos of the table without what a camera hides in them."""
