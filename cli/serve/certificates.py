"""A certificate of our own, for a table without a club's server: browsers warn once, and then the line is private."""

import ipaddress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from cli.machine.files import PRIVATE, Out, write_files, writer_of
from cli.serve.run import Certificate

DAYS = 365


def own_certificate(folder: Path, hosts: list[str], now: int) -> Certificate:
    """The certificate beside the store, made if there is none for these hosts or it is too old."""
    cert, key = folder / "service-cert.pem", folder / "service-key.pem"
    moment = datetime.fromtimestamp(now / 1_000_000, UTC)
    found = _kept(cert, key)
    wanted = {host.strip("[]") for host in hosts}
    if found is not None and found.not_valid_after_utc > moment and _hosts_of(found) >= wanted:
        return Certificate(cert, key, fingerprint(found))
    private = ec.generate_private_key(ec.SECP256R1())
    made = _signed(private, hosts, moment)
    secret = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public = made.public_bytes(serialization.Encoding.PEM)
    # New files: one that was there may have been open to others, or may lead elsewhere.
    write_files([Out(key, writer_of(secret), PRIVATE), Out(cert, writer_of(public))], force=True)
    return Certificate(cert, key, fingerprint(made))


def _kept(cert: Path, key: Path) -> x509.Certificate | None:
    """The certificate that was made before; None if there is none, or it is damaged and has to be made anew."""
    try:
        found = x509.load_pem_x509_certificate(cert.read_bytes())
        private = serialization.load_pem_private_key(key.read_bytes(), None)
    except (OSError, ValueError, TypeError):
        return None
    return found if private.public_key() == found.public_key() else None


def _signed(private: ec.EllipticCurvePrivateKey, hosts: list[str], moment: datetime) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Quartermaster")])
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - timedelta(days=1))
        .not_valid_after(moment + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName([_general(host) for host in hosts]), critical=False)
        .sign(private, hashes.SHA256())
    )


def _general(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host.strip("[]")))
    except ValueError:
        return x509.DNSName(host)


def _hosts_of(found: x509.Certificate) -> set[str]:
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = {str(address) for address in names.get_values_for_type(x509.IPAddress)}
    return addresses | set(names.get_values_for_type(x509.DNSName))


def fingerprint(found: x509.Certificate) -> str:
    """The certificate in short, as browsers show it."""
    return found.fingerprint(hashes.SHA256()).hex(":").upper()
