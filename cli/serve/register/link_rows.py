"""The rows of links and devices, inside a transaction: finding, binding, ending and forgetting them."""

from sqlmodel import Session, col, delete, or_, select

from cli.serve.register.grants import UNOPENED_FOR
from cli.serve.register.service_rows import GrantRow, SessionRow
from cli.serve.register.sessions import ASKING_LASTS, SESSION_LASTS
from records.errors import NotFound


def grant_row(db: Session, grant_id: str) -> GrantRow:
    """The row of a grant; `NotFound` if there is none."""
    row = db.get(GrantRow, grant_id)
    if row is None:
        raise NotFound(f"there is no link {grant_id!r}")
    return row


def new_session(db: Session, grant_id: str, sha256: str, device: str, now: int, *, allowed: bool) -> SessionRow:
    """The row of a device that has just come, or asks to be let in."""
    row = SessionRow(sha256=sha256, grant=grant_id, device=device, begun_at=now, seen_at=now, allowed=int(allowed))
    db.add(row)
    return row


def bind(grant: GrantRow, device: SessionRow, now: int) -> None:
    """From now on the link is that of this device."""
    if grant.uses_left is not None:
        grant.uses_left, grant.device, grant.bound_at = 0, device.device, now
        if grant.role == "desk":
            grant.until = None  # its device may stay


def unbind(grant: GrantRow, now: int) -> None:
    """The link is free for another device."""
    grant.uses_left, grant.device, grant.bound_at = 1, None, None
    if grant.role == "desk":
        grant.until = now + UNOPENED_FOR


def devices(db: Session, grant_id: str, now: int = 0) -> list[str]:
    """The sessions of a link that are in, in the order in which they came; those over at `now` are left out."""
    rows = select(SessionRow.sha256).where(
        SessionRow.grant == grant_id, SessionRow.allowed == 1, SessionRow.seen_at > now - SESSION_LASTS
    )
    return list(db.exec(rows.order_by(col(SessionRow.begun_at), col(SessionRow.sha256))))


def waiting_devices(db: Session, grant_id: str, now: int = 0) -> list[str]:
    """The sessions of a link that wait for consent; those over at `now` are left out."""
    rows = select(SessionRow.sha256).where(
        SessionRow.grant == grant_id, SessionRow.allowed == 0, SessionRow.begun_at > now - ASKING_LASTS
    )
    return list(db.exec(rows))


def end(db: Session, sessions: list[str]) -> None:
    """Delete sessions."""
    db.exec(delete(SessionRow).where(col(SessionRow.sha256).in_(sessions)))


def forget_sessions(db: Session, now: int) -> None:
    """Delete sessions that ended through time."""
    db.exec(delete(SessionRow).where(col(SessionRow.seen_at) <= now - SESSION_LASTS))
    db.exec(delete(SessionRow).where(col(SessionRow.allowed) == 0, col(SessionRow.begun_at) <= now - ASKING_LASTS))


def forget_grants(db: Session, before: int) -> None:
    """Delete links that were over before a time, with their sessions."""
    ends = (col(GrantRow.revoked_at), col(GrantRow.until), col(GrantRow.over_at))
    over = select(GrantRow.id).where(or_(*(end < before for end in ends)))
    gone = list(db.exec(over))
    db.exec(delete(SessionRow).where(col(SessionRow.grant).in_(gone)))
    db.exec(delete(GrantRow).where(col(GrantRow.id).in_(gone)))
