"""What is known of a passkey, apart from how it is kept."""

import msgspec


class Passkey(msgspec.Struct, frozen=True):
    """The public half of a passkey, and the name of the site that it belongs to."""

    grant: str
    site: str
    credential: str
    """Its id and public key, in hex, as the authenticator wrote them."""
    device: str
    made_at: int
