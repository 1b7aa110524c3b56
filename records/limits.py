"""Every limit of a record, in one place. Whatever exceeds one is refused with a message, never cut short."""

EVENT_BYTES_MAX = 64 * 1024
"""Canonical bytes of one event, or of the header."""

DEPTH_MAX = 16
"""How deep lists and objects may nest inside an event."""

INTEGER_MAX = 2**53 - 1
"""Largest magnitude of an integer: what every JSON reader keeps exactly."""

EVENTS_MAX = 1_000_000
"""Events in one record."""

NAME_CHARS_MAX = 64
"""Characters of a seat, an action name or a game id."""

SALT_BYTES = 16
"""Random bytes in the salt of an event or a seal."""

BATCH_EVENTS_MAX = 10_000
"""Events in one append; an import splits its work into such batches inside one transaction."""

KEY_CHARS_MAX = 128
"""Characters of an idempotency key."""

LINE_BYTES_MAX = 8 * EVENT_BYTES_MAX
"""Bytes of one line of text as a person may write it, with spaces and escapes, before it is read."""

NOTE_BYTES_MAX = 256 * 1024
"""Bytes of a signed note, signatures included."""

NOTE_SIGNATURES_MAX = 64
"""Signatures on one note."""

PROOF_BYTES_MAX = 1024 * 1024
"""Bytes of a proof file: one event, its path and a checkpoint."""

RECORD_BYTES_MAX = 256 * 1024 * 1024
"""Bytes of a record file that are read: a million short events have about 150 MiB."""

SMALL_FILE_BYTES_MAX = 1024 * 1024
"""Bytes of any other file that is read whole: a key, a signature, an object for an option."""

KIT_BYTES_MAX = 256 * 1024
"""Bytes of a kit file, comments included; the kit itself must fit into a header."""
