"""Tables that are open in the service: what is logged at them, stored, and shown to each pair of eyes."""
