"""Signatures made with `ssh-keygen -Y sign` (SSHSIG), by Ed25519 keys: read and checked without OpenSSH."""

import base64
import hashlib
import re
from typing import NamedTuple

from records.b64 import from_base64
from records.errors import Damaged, Refused

_MAGIC = b"SSHSIG"
_TYPE = b"ssh-ed25519"
_HASHES = {b"sha256": hashlib.sha256, b"sha512": hashlib.sha512}
_ARMOUR = re.compile(r"-----BEGIN SSH SIGNATURE-----\s+([A-Za-z0-9+/=\s]+)-----END SSH SIGNATURE-----\s*", re.ASCII)


class SshSignature(NamedTuple):
    """What an SSHSIG says: the public key (as a blob), the namespace, the hash, and the signature itself."""

    key: bytes
    namespace: str
    hash: bytes
    raw: bytes


def key_blob(text: str) -> bytes:
    """The blob of a public key as `id_ed25519.pub` holds it: `ssh-ed25519 AAAA… comment`."""
    parts = text.split()
    blob = from_base64(parts[1]) if len(parts) >= 2 and parts[0] == _TYPE.decode() else None
    if blob is None or _fields(blob, 2) is None:
        raise Refused(
            "this is not an Ed25519 key of OpenSSH", mend="it begins with ssh-ed25519; make one: ssh-keygen -t ed25519"
        )
    return blob


def fingerprint(blob: bytes) -> str:
    """`SHA256:…`, as `ssh-keygen -l` prints it."""
    return "SHA256:" + base64.b64encode(hashlib.sha256(blob).digest()).decode().rstrip("=")


def read_signature(text: str) -> SshSignature:
    """An armoured signature in parts; `Damaged` if it is not one."""
    found = _ARMOUR.fullmatch(text)
    data = from_base64("".join(found[1].split())) if found else None
    if data is None or not data.startswith(_MAGIC) or data[6:10] != (1).to_bytes(4, "big"):
        raise Damaged(
            "this is not a signature made by ssh-keygen", mend="make one: ssh-keygen -Y sign", kind="signature"
        )
    fields = _fields(data[10:], 5)
    inner = _fields(fields[4], 2) if fields else None
    if fields is None or inner is None or inner[0] != _TYPE or fields[3] not in _HASHES:
        raise Damaged("this signature was not made with an Ed25519 key", kind="signature")
    try:
        namespace = fields[1].decode()
    except UnicodeDecodeError:
        raise Damaged("the namespace of the signature is not text", kind="signature") from None
    return SshSignature(fields[0], namespace, fields[3], inner[1])


def fits(message: bytes, signature: SshSignature) -> bool:
    """Whether the key in the signature made it for this message."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    parts = _fields(signature.key, 2)
    if parts is None or len(parts[1]) != 32:
        return False
    digest = _HASHES[signature.hash](message).digest()
    signed = _MAGIC + b"".join(
        len(part).to_bytes(4, "big") + part for part in (signature.namespace.encode(), b"", signature.hash, digest)
    )
    try:
        Ed25519PublicKey.from_public_bytes(parts[1]).verify(signature.raw, signed)
    except InvalidSignature:
        return False
    return True


def _fields(data: bytes, count: int) -> list[bytes] | None:
    """The length-prefixed fields, which must fill the data exactly."""
    found = []
    for _ in range(count):
        size = int.from_bytes(data[:4], "big")
        if len(data) < 4 + size:
            return None
        found.append(data[4 : 4 + size])
        data = data[4 + size :]
    return found if not data else None
