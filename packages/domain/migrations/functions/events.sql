-- Gives positions to changes that have none, at most so many: in the order of their transactions and, within one, of the journal, and
-- only to those of transactions before the oldest one that still runs. So none comes later, and who has read up to a position has
-- read all before it. Who else gives positions at this moment is not waited for. The order follows from the journal alone: positions
-- that a crash loses are given again as they were, so the commit need not wait for the disk.
--
-- The journal has no index on the transaction, which every change would pay for. An entry gets its number after its transaction has
-- got one, since it comes after the change of a record; so once the transactions of a moment have ended, no entry with a number of
-- before that moment is missing (`low`). That moment is when this transaction gets its own number: the end of a snapshot tells less,
-- since it is the newest transaction that has ended, and later ones may have begun.
CREATE OR REPLACE FUNCTION give_positions(most integer, OUT given integer) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  state event_state;
  is_moved boolean;
  is_done boolean;
  newest_entry bigint;
  newest xid8;
  running xid8;
BEGIN
  given := 0;
  SELECT * INTO state FROM event_state;
  -- A database that was moved here counted its transactions otherwise: what has no position is from there.
  is_moved := coalesce(state.horizon > pg_snapshot_xmax(pg_current_snapshot()), false);
  IF current_setting('transaction_read_only')::boolean OR NOT is_moved AND NOT EXISTS (
    SELECT FROM journal WHERE id > coalesce(state.low, 0) AND xid >= coalesce(state.horizon, '0')
      AND xid < pg_snapshot_xmin(pg_current_snapshot())
  ) THEN
    RETURN;
  END IF;
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT last_value INTO newest_entry FROM journal_id_seq;
  INSERT INTO event_state (horizon, low, next_low, next_horizon, last, purged) VALUES ('0', 0, 0, '0', 0, 0) ON CONFLICT DO NOTHING;
  SELECT * INTO state FROM event_state FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  WITH waiting AS MATERIALIZED (
    SELECT xid, id FROM journal AS entry
    WHERE id > state.low AND xid >= state.horizon AND (is_moved OR xid < pg_snapshot_xmin(pg_current_snapshot()))
      AND NOT EXISTS (SELECT FROM events WHERE events.entry = entry.id)
    ORDER BY xid, id LIMIT most
  ), placed AS (
    INSERT INTO events (position, entry) SELECT state.last + row_number() OVER (ORDER BY xid, id), id FROM waiting
  )
  SELECT count(*), max(xid), pg_snapshot_xmin(pg_current_snapshot()) INTO given, newest, running FROM waiting;
  is_done := given < most AND (is_moved OR state.next_horizon <= running);
  UPDATE event_state SET last = state.last + given,
    horizon = CASE WHEN given = most THEN newest WHEN is_moved THEN '0' ELSE running END,
    low = CASE WHEN is_done AND NOT is_moved THEN next_low ELSE low END,
    next_low = CASE WHEN is_moved THEN low WHEN is_done THEN newest_entry ELSE next_low END,
    next_horizon = CASE WHEN is_moved THEN '0' WHEN is_done THEN pg_current_xact_id() ELSE next_horizon END;
END $$;

-- A change that is no longer in the journal is not in the feed either.
CREATE OR REPLACE FUNCTION purge_events() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  WITH gone AS (DELETE FROM events USING removed WHERE events.entry = removed.id RETURNING events.position)
  UPDATE event_state SET purged = greatest(purged, newest) FROM (SELECT max(position) AS newest FROM gone) AS most
  WHERE newest IS NOT NULL;
  RETURN NULL;
END $$;
