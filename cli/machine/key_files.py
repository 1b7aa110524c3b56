"""Signing keys on this machine: a private file for each name, and its public half beside it."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from cli.machine.files import PRIVATE, Out, write_files, writer_of
from cli.machine.folders_and_clock import keys_folder, random_bytes
from cli.machine.input_files import file_text
from cli.machine.os_errors import from_os
from records.errors import NotFound, Refused
from records.keys import PrivateKey, PublicKey, new_key, read_private_key, read_public_key
from records.signoff import is_ssh, key_id

PRIVATE_SUFFIX = ".key"
PUBLIC_SUFFIX = ".pub"


class Kept(NamedTuple):
    """A key pair that was made here."""

    public: PublicKey
    path: Path


def make_key(name: str) -> Kept:
    """Make a key pair. A key of that name is never overwritten."""
    key = new_key(name, random_bytes(32))
    folder = keys_folder()
    path = _path(name, PRIVATE_SUFFIX)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise from_os(error, str(folder)) from None
    if path.exists():
        raise Refused(
            f"there is a key called {name!r} already",
            where=str(path),
            mend="a key is never replaced; give another name",
        )
    public = writer_of(f"{key.public().text()}\n".encode())
    secret = writer_of(f"{key.text()}\n".encode())
    write_files([Out(path, secret, PRIVATE), Out(_path(name, PUBLIC_SUFFIX), public)])
    return Kept(key.public(), path)


def kept_keys() -> list[Kept]:
    """The key pairs in the folder, by name."""
    paths = sorted(keys_folder().glob(f"*{PRIVATE_SUFFIX}"))
    return [Kept(read_public_key(_text(path.with_suffix(PUBLIC_SUFFIX))), path) for path in paths]


def private_key(name: str | None) -> PrivateKey:
    """The key to sign with: by name, from a file, or, without either, the only one there is."""
    if name is None:
        name = _only_name()
    path = _path(name, PRIVATE_SUFFIX)
    if not path.exists():
        path = Path(name)
        if not path.is_file():
            raise NotFound(f"there is no key called {name!r}", mend=f"make one: qm key new {name}")
    return read_private_key(_text(path))


def public_keys(names: Sequence[str]) -> list[PublicKey]:
    """The keys to trust: texts, files or names; without any, those that were made here."""
    return [_public_key(name) for name in names] if names else [kept.public for kept in kept_keys()]


def public_text(text: str) -> str:
    """A public key as text: given so, in a file, or by the name of one made here. Those of OpenSSH count too."""
    path = Path(text)
    content = _text(path).strip() if not is_ssh(text) and path.is_file() else text
    if not is_ssh(content):
        return _public_key(text).text()
    key_id(content)
    return " ".join(content.split()[:2])


def _public_key(text: str) -> PublicKey:
    if text.count("+") >= 2:
        return read_public_key(text)
    path = Path(text) if Path(text).is_file() else _path(text, PUBLIC_SUFFIX)
    if not path.exists():
        raise NotFound(
            f"{text!r} is neither a public key, nor a file, nor a key made here", mend="`qm key show` lists them"
        )
    return read_public_key(_text(path))


def _only_name() -> str:
    names = [kept.public.name for kept in kept_keys()]
    if not names:
        raise NotFound("there is no key to sign with", mend="make one: qm key new club.example")
    if len(names) > 1:
        raise Refused(f"there are several keys: {', '.join(names)}", mend="name one of them")
    return names[0]


def _path(name: str, suffix: str) -> Path:
    """A key is best named after a web address; its slashes must not become folders."""
    return keys_folder() / (quote(name, safe="") + suffix)


def _text(path: Path) -> str:
    return file_text(path, Refused("this is not a key", where=str(path), mend="a key is one line of text"))
