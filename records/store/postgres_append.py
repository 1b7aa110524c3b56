"""The server functions of a PostgreSQL store: an append is one of them, so that it takes one round trip.

Appends wait for each other: the lock is held until the commit is visible. Only so do positions rise in commit order,
without gaps, and a reader of the feed never passes over an event that commits later.
"""

FUNCTIONS = """
CREATE FUNCTION lock_appends() RETURNS void LANGUAGE sql AS
$$ SELECT pg_advisory_xact_lock((x'514d'::bigint << 32) | 'events'::regclass::oid::bigint) $$;

CREATE FUNCTION append_events(
    wanted text, expected integer, moment bigint, payloads bytea[], leaves bytea[], names text[], marks integer[],
    OUT outcome text, OUT first_seq integer, OUT new_size integer, OUT new_peaks bytea
) LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    amount integer := cardinality(payloads);
    target bigint;
    closed_now integer;
    node bytea;
    grown integer;
    known record;
    mark integer[];
BEGIN
    PERFORM pg_advisory_xact_lock((x'514d'::bigint << 32) | 'events'::regclass::oid::bigint);
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
            first_seq := known.low;
            IF known.low = known.high AND known.amount = cardinality(array_remove(names, NULL)) AND leaves = ARRAY(
                SELECT e.leaf FROM events e
                WHERE e.record = target AND e.seq >= known.low AND e.seq < known.low + amount ORDER BY e.seq
            ) THEN
                outcome := 'repeated';
            ELSE
                outcome := 'used';
                first_seq := known.seq;
            END IF;
            RETURN;
        END IF;
    END IF;

    IF expected <> new_size THEN
        outcome := 'moved';
        RETURN;
    END IF;
    IF new_size + amount - 1 > {events_max} THEN
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
        grown := new_size;
        WHILE grown & 1 = 1 LOOP
            node := sha256('\\x01'::bytea || substr(new_peaks, length(new_peaks) - 31) || node);
            new_peaks := substr(new_peaks, 1, length(new_peaks) - 32);
            grown := grown >> 1;
        END LOOP;
        new_peaks := new_peaks || node;
        new_size := new_size + 1;
    END LOOP;
    IF marks IS NOT NULL THEN
        FOREACH mark SLICE 1 IN ARRAY marks LOOP
            IF closed_now BETWEEN mark[2] AND mark[3] THEN
                closed_now := CASE mark[4] WHEN {own_seq} THEN first_seq + mark[1] ELSE mark[4] END;
            END IF;
        END LOOP;
    END IF;
    UPDATE tips SET size = new_size, peaks = new_peaks, changed = moment, closed = closed_now WHERE id = wanted;
    outcome := 'appended';
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

REVOKE ALL ON FUNCTION append_events, move_tip FROM PUBLIC;
"""
