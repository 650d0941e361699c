-- The arguments of the trigger are the columns that are written down: an explicit list, so that no secret ever is.
CREATE FUNCTION write_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb;
  is_now jsonb;
  what text;
BEGIN
  SELECT jsonb_object_agg(key, value) INTO is_now FROM jsonb_each(to_jsonb(NEW)) WHERE key = ANY (TG_ARGV);
  IF TG_OP = 'INSERT' THEN
    what := 'create';
  ELSE
    SELECT jsonb_object_agg(key, value) INTO was FROM jsonb_each(to_jsonb(OLD)) WHERE key = ANY (TG_ARGV);
    IF NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL THEN
      what := 'delete';
      is_now := NULL;
    ELSE
      what := 'update';
      SELECT jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value) INTO was, is_now
      FROM jsonb_each(is_now) WHERE value::text IS DISTINCT FROM (was -> key)::text;
      IF is_now IS NULL THEN
        RETURN NULL;
      END IF;
    END IF;
  END IF;
  INSERT INTO journal (actor_id, kind, record_id, action, before, after)
  VALUES (NEW.changed_by, TG_TABLE_NAME, NEW.id, what, was, is_now);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_journal AFTER INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION write_journal(
  'first_name', 'last_name', 'username', 'email', 'phone_number', 'access_level', 'active', 'preferences',
  'password_changed_at');
--> statement-breakpoint
CREATE TRIGGER logs_journal AFTER INSERT OR UPDATE ON logs FOR EACH ROW EXECUTE FUNCTION write_journal(
  'date', 'starting_time', 'finishing_time', 'payment', 'extra_notes', 'worker_id', 'is_absent');
--> statement-breakpoint
CREATE TRIGGER payees_journal AFTER INSERT OR UPDATE ON payees FOR EACH ROW EXECUTE FUNCTION write_journal(
  'name', 'email', 'phone_number', 'extra_notes');
--> statement-breakpoint
CREATE TRIGGER cheques_journal AFTER INSERT OR UPDATE ON cheques FOR EACH ROW EXECUTE FUNCTION write_journal(
  'serial', 'due_date', 'value', 'description', 'payee_id', 'is_cancelled');
--> statement-breakpoint
CREATE TRIGGER bills_journal AFTER INSERT OR UPDATE ON bills FOR EACH ROW EXECUTE FUNCTION write_journal(
  'date', 'value', 'description', 'extra_notes');
--> statement-breakpoint
CREATE FUNCTION keep_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the journal is never altered' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER journal_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
FOR EACH STATEMENT EXECUTE FUNCTION keep_journal();
--> statement-breakpoint
-- A record is deleted by a mark, never by removing its row.
CREATE FUNCTION keep_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'records of % are never removed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER users_kept BEFORE DELETE OR TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER logs_kept BEFORE DELETE OR TRUNCATE ON logs FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER payees_kept BEFORE DELETE OR TRUNCATE ON payees FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER cheques_kept BEFORE DELETE OR TRUNCATE ON cheques FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER bills_kept BEFORE DELETE OR TRUNCATE ON bills FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
