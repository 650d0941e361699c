-- A person has at most 20 addresses that nobody has ended. One after the other for each person, and each counts what the one before
-- it made. As a unique violation, so that the same request that comes twice at once is looked up.
CREATE OR REPLACE FUNCTION bound_calendars() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('calendars ' || NEW.user_id, 0));
  IF (SELECT count(*) FROM calendars WHERE user_id = NEW.user_id AND deleted_at IS NULL) >= 20 THEN
    RAISE EXCEPTION 'too many calendars' USING ERRCODE = 'unique_violation', CONSTRAINT = 'calendars_bounded';
  END IF;
  RETURN NEW;
END $$;
