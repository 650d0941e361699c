-- Closes the kinds up to a day; an earlier day than before, or null, opens what was closed after it. Answers what is closed then.
-- Where nothing changes, nothing is added to the history. The journal, and with it the feed, has all that is closed as one record.
-- Errors: DB003 the caller may not open what is closed, DB023 opening needs a reason.
CREATE OR REPLACE FUNCTION close_periods(closed_kinds text[], closed_through date, why text, actor uuid, may_reopen boolean)
RETURNS TABLE (current jsonb, history jsonb) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  changes boolean;
  reopens boolean;
  was jsonb;
BEGIN
  -- Writes that come later queue up behind it: by the rows alone it would wait for as long as there is always one of them.
  LOCK TABLE closings IN EXCLUSIVE MODE;
  SELECT bool_or(through IS DISTINCT FROM closed_through), coalesce(bool_or(through > coalesce(closed_through, '-infinity')), false),
    jsonb_object_agg(kind, through) FILTER (WHERE through IS DISTINCT FROM closed_through)
  INTO changes, reopens, was FROM closings WHERE kind = ANY (closed_kinds);
  IF reopens AND NOT may_reopen THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'DB003';
  ELSIF reopens AND why = '' THEN
    RAISE EXCEPTION 'no reason' USING ERRCODE = 'DB023';
  END IF;
  IF changes THEN
    UPDATE closings SET through = closed_through WHERE kind = ANY (closed_kinds);
    INSERT INTO closing_history (through, kinds, reason, reopened, actor_id)
    VALUES (closed_through, to_jsonb(closed_kinds), why, reopens, actor);
    -- Last, so that the transaction has got its number before the entry gets one (events.sql).
    INSERT INTO journal (actor_id, kind, record_id, action, before, after)
    SELECT actor, 'closings', '00000000-0000-7000-8000-000000000002'::uuid, 'update', was, jsonb_object_agg(key, closed_through)
    FROM jsonb_object_keys(was) AS key;
  END IF;
  RETURN QUERY SELECT * FROM closings_now();
END $$;
