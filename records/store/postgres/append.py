"""The server functions of a PostgreSQL store: an append is one of them, so that it takes one round trip.

Appends wait for each other: the lock is held until the commit is visible. That makes positions rise in commit order,
without gaps, so that a reader of the feed never misses an event that commits later.
"""

from records.limits import EVENTS_MAX
from records.store.packing import OWN_SEQ

_LOCK = "pg_advisory_xact_lock((x'514d'::bigint << 32) | 'events'::regclass::oid::bigint)"

_HELPERS = f"""
CREATE FUNCTION lock_appends() RETURNS void LANGUAGE sql AS $$ SELECT {_LOCK} $$;

CREATE FUNCTION grow_peaks(size integer, peaks bytea, node bytea) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    WHILE size & 1 = 1 LOOP
        node := sha256('\\x01'::bytea || substr(peaks, length(peaks) - 31) || node);
        peaks := substr(peaks, 1, length(peaks) - 32);
        size := size >> 1;
    END LOOP;
    RETURN peaks || node;
END $$;

CREATE FUNCTION move_tip(wanted text, new_size integer, new_peaks bytea, moment bigint, new_closed integer)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE tips SET size = new_size, peaks = new_peaks, changed = moment, closed = new_closed
        WHERE id = wanted AND new_size = 1 + (SELECT max(e.seq) FROM events e WHERE e.record = tips.record);
    IF NOT FOUND THEN
        RAISE EXCEPTION 'a tip follows its events';
    END IF;
END $$;
"""

# One event without a key that neither closes nor opens the record: the usual append, with the least to do.
_ONE = f"""
CREATE FUNCTION append_event(
    wanted text, expected integer, moment bigint, new_payload bytea, new_leaf bytea,
    OUT outcome text, OUT first_seq integer, OUT new_size integer, OUT new_peaks bytea
) LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    locked text := {_LOCK}::text;
    target bigint;
BEGIN
    UPDATE tips t SET size = t.size + 1, peaks = grow_peaks(t.size, t.peaks, new_leaf), changed = moment
        WHERE t.id = wanted AND t.size = coalesce(expected, t.size) AND t.size <= {EVENTS_MAX}
        RETURNING t.record, t.size, t.peaks INTO target, new_size, new_peaks;
    IF target IS NULL THEN
        SELECT t.size INTO new_size FROM tips t WHERE t.id = wanted;
        outcome := CASE WHEN new_size IS NULL THEN 'missing' WHEN new_size <> expected THEN 'moved' ELSE 'long' END;
        RETURN;
    END IF;
    first_seq := new_size - 1;
    INSERT INTO events (position, record, seq, at, payload, leaf)
        SELECT coalesce(max(e.position), 0) + 1, target, first_seq, moment, new_payload, new_leaf FROM events e;
    outcome := 'appended';
END $$;
"""

_MANY = f"""
CREATE FUNCTION append_events(
    wanted text, expected integer, moment bigint, payloads bytea[], leaves bytea[], names text[], marks integer[],
    OUT outcome text, OUT first_seq integer, OUT new_size integer, OUT new_peaks bytea
) LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    locked text := {_LOCK}::text;
    amount integer := cardinality(payloads);
    target bigint;
    closed_now integer;
    node bytea;
    known record;
    mark integer[];
BEGIN
    SELECT t.record, t.size, t.peaks, t.closed INTO target, new_size, new_peaks, closed_now
        FROM tips t WHERE t.id = wanted;
    IF target IS NULL THEN
        outcome := 'missing';
        RETURN;
    END IF;
    first_seq := new_size;

    IF names IS NOT NULL THEN
        SELECT count(*) AS amount, min(k.seq - n.place + 1) AS low, max(k.seq - n.place + 1) AS high, min(k.seq) AS seq
            INTO known
            FROM unnest(names) WITH ORDINALITY AS n(name, place)
            JOIN event_keys k ON k.record = target AND k.name = n.name;
        IF known.amount > 0 THEN
            outcome := 'used';
            first_seq := known.seq;
            IF known.low = known.high AND known.amount = cardinality(array_remove(names, NULL)) AND leaves = ARRAY(
                SELECT e.leaf FROM events e
                WHERE e.record = target AND e.seq >= known.low AND e.seq < known.low + amount ORDER BY e.seq
            ) THEN
                outcome := 'repeated';
                first_seq := known.low;
            END IF;
            RETURN;
        END IF;
    END IF;

    IF expected <> new_size THEN
        outcome := 'moved';
        RETURN;
    END IF;
    IF new_size + amount - 1 > {EVENTS_MAX} THEN
        outcome := 'long';
        RETURN;
    END IF;

    INSERT INTO events (position, record, seq, at, payload, leaf)
        SELECT last.position + n.place, target, first_seq + n.place - 1, moment, n.payload, n.leaf
        FROM (SELECT coalesce(max(position), 0) AS position FROM events) last,
             unnest(payloads, leaves) WITH ORDINALITY AS n(payload, leaf, place);
    IF names IS NOT NULL THEN
        INSERT INTO event_keys (record, name, seq)
            SELECT target, n.name, first_seq + n.place - 1
            FROM unnest(names) WITH ORDINALITY AS n(name, place) WHERE n.name IS NOT NULL;
    END IF;

    FOREACH node IN ARRAY leaves LOOP
        new_peaks := grow_peaks(new_size, new_peaks, node);
        new_size := new_size + 1;
    END LOOP;
    IF marks IS NOT NULL THEN
        FOREACH mark SLICE 1 IN ARRAY marks LOOP
            IF closed_now BETWEEN mark[2] AND mark[3] THEN
                closed_now := CASE mark[4] WHEN {OWN_SEQ} THEN first_seq + mark[1] ELSE mark[4] END;
            END IF;
        END LOOP;
    END IF;
    UPDATE tips SET size = new_size, peaks = new_peaks, changed = moment, closed = closed_now WHERE id = wanted;
    outcome := 'appended';
END $$;
"""

FUNCTIONS = f"{_HELPERS}{_ONE}{_MANY}REVOKE ALL ON FUNCTION append_event, append_events, move_tip FROM PUBLIC;\n"
