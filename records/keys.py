"""Ed25519 keys with a name, in the text form of C2SP signed notes."""

import hashlib
import re

import msgspec

from records.b64 import from_base64, to_base64
from records.errors import Refused

KEY_NAME = re.compile(r"[^\s+\x00-\x20\x7f]+")
"""No spaces, no plus, no control characters."""

_ED25519 = b"\x01"
_KEY_ID = re.compile(r"[0-9a-f]{8}", re.ASCII)
_PRIVATE = "PRIVATE+KEY+"


class PublicKey(msgspec.Struct, frozen=True):
    """What checks a signature. Its text form may be shown to anybody."""

    name: str
    raw: bytes

    @property
    def id(self) -> bytes:
        """Four bytes that, with the name, tell which key made a signature."""
        return hashlib.sha256(self.name.encode() + b"\n" + _ED25519 + self.raw).digest()[:4]

    def text(self) -> str:
        """`name+id+key`, as other C2SP tools write it."""
        return f"{self.name}+{self.id.hex()}+{to_base64(_ED25519 + self.raw)}"

    def fits(self, message: bytes, signature: bytes) -> bool:
        """Whether the signature of the message was made by the private key."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, message)
        except InvalidSignature:
            return False
        return True


class PrivateKey(msgspec.Struct, frozen=True):
    """What makes a signature. Its text form is a secret."""

    name: str
    seed: bytes

    def __repr__(self) -> str:
        return f"PrivateKey({self.name!r}, …)"

    def __rich_repr__(self) -> list[tuple[str, str]]:
        # A crash report may print the values of variables: the seed must not be among them.
        return [("name", self.name)]

    def public(self) -> PublicKey:
        """The key that checks what this one signs."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return PublicKey(self.name, Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw())

    def text(self) -> str:
        """`PRIVATE+KEY+name+id+seed`, as other C2SP tools write it."""
        return f"{_PRIVATE}{self.name}+{self.public().id.hex()}+{to_base64(_ED25519 + self.seed)}"

    def sign(self, message: bytes) -> bytes:
        """The 64 bytes of the signature."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(message)


def new_key(name: str, random: bytes) -> PrivateKey:
    """A key from 32 random bytes. The name is best a web address without `https://`."""
    _check_name(name)
    if len(random) != 32:
        raise Refused(f"a key needs 32 random bytes, not {len(random)}")
    return PrivateKey(name, random)


def read_private_key(text: str) -> PrivateKey:
    """A private key from its text form."""
    plain = text.strip()
    if not plain.startswith(_PRIVATE):
        raise Refused("this is not a private key", mend=f"it begins with {_PRIVATE}")
    name, key_id, seed = _key_parts(plain.removeprefix(_PRIVATE), "private key")
    key = PrivateKey(name, seed)
    if key.public().id != key_id:
        raise Refused(f"the private key of {name!r} does not fit its id", mend="copy the whole line once more")
    return key


def read_public_key(text: str) -> PublicKey:
    """A public key from its text form."""
    plain = text.strip()
    if plain.startswith(_PRIVATE):
        raise Refused(
            "this is a private key, not a public one", mend="show it to nobody; `qm key show` prints the other"
        )
    name, key_id, raw = _key_parts(plain, "public key")
    key = PublicKey(name, raw)
    if key.id != key_id:
        raise Refused(f"the public key of {name!r} does not fit its id", mend="copy the whole line once more")
    return key


def _key_parts(text: str, what: str) -> tuple[str, bytes, bytes]:
    parts = text.split("+", 2)
    if len(parts) != 3 or not _KEY_ID.fullmatch(parts[1]):
        raise Refused(f"this is not a {what}", mend="its form is name+id+key, with an id of 8 hexadecimal digits")
    _check_name(parts[0])
    raw = from_base64(parts[2])
    if raw is None or len(raw) != 33:
        raise Refused(f"the {what} of {parts[0]!r} is not 33 bytes in base64", mend="copy the whole line once more")
    if raw[:1] != _ED25519:
        raise Refused(f"the {what} of {parts[0]!r} is of type {raw[0]}, only Ed25519 (1) is known")
    return parts[0], bytes.fromhex(parts[1]), raw[1:]


def _check_name(name: str) -> None:
    if not KEY_NAME.fullmatch(name):
        raise Refused(
            f"{name!r} cannot be the name of a key", mend="use no spaces and no +, as in club.example/open-2026"
        )
