-- The day, or a refusal where a log of the worker's day exists that is not deleted. For new logs alone that are to be the only
-- one: one after the other for each worker and day, and each sees what the one before it made. As a unique violation, so that
-- the same request that comes twice at once is looked up.
CREATE FUNCTION day_without_log(worker uuid, day date) RETURNS date LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('log ' || worker || ' ' || day, 0));
  IF EXISTS (SELECT FROM logs WHERE worker_id = worker AND date = day AND deleted_at IS NULL) THEN
    RAISE EXCEPTION 'a log of this day exists' USING ERRCODE = 'unique_violation', CONSTRAINT = 'logs_day_taken';
  END IF;
  RETURN day;
END $$;
