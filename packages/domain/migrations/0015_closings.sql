INSERT INTO closings (kind) VALUES ('logs'), ('bills'), ('payEntries'), ('cheques');
--> statement-breakpoint
CREATE TRIGGER closings_kept BEFORE DELETE OR TRUNCATE ON closings FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE FUNCTION keep_closing_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the history of closings is only added to' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER closing_history_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON closing_history
FOR EACH STATEMENT EXECUTE FUNCTION keep_closing_history();
--> statement-breakpoint
-- DB019: what is dated up to a day is closed. The detail is the day, the column the one that is dated. The arguments are the
-- kind and that column. The row of the kind stays as it is until the transaction ends: a closing waits for whoever read it.
-- It is the last of the checks of a row, after constraints and references, so that it hides none of their refusals.
CREATE FUNCTION keep_closed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  day date;
  closed_through date;
BEGIN
  IF TG_ARGV[1] = 'due_date' THEN
    day := least(OLD.due_date, NEW.due_date);
  ELSE
    day := least(OLD.date, NEW.date);
  END IF;
  SELECT through INTO closed_through FROM public.closings WHERE kind = TG_ARGV[0] FOR SHARE;
  IF day <= closed_through THEN
    RAISE EXCEPTION 'the period is closed'
      USING ERRCODE = 'DB019', DETAIL = to_char(closed_through, 'YYYY-MM-DD'), COLUMN = TG_ARGV[1];
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Of each kind the columns that count: a change that leaves them as they were asks nothing.
CREATE TRIGGER logs_created_closed AFTER INSERT ON logs FOR EACH ROW EXECUTE FUNCTION keep_closed('logs', 'date');
--> statement-breakpoint
CREATE TRIGGER logs_changed_closed AFTER UPDATE ON logs FOR EACH ROW WHEN (
  (OLD.deleted_at IS NULL, OLD.date, OLD.starting_time, OLD.finishing_time, OLD.break_minutes, OLD.payment, OLD.worker_id, OLD.is_absent)
  IS DISTINCT FROM
  (NEW.deleted_at IS NULL, NEW.date, NEW.starting_time, NEW.finishing_time, NEW.break_minutes, NEW.payment, NEW.worker_id, NEW.is_absent)
) EXECUTE FUNCTION keep_closed('logs', 'date');
--> statement-breakpoint
CREATE TRIGGER bills_created_closed AFTER INSERT ON bills FOR EACH ROW EXECUTE FUNCTION keep_closed('bills', 'date');
--> statement-breakpoint
CREATE TRIGGER bills_changed_closed AFTER UPDATE ON bills FOR EACH ROW WHEN (
  (OLD.deleted_at IS NULL, OLD.date, OLD.value, OLD.description)
  IS DISTINCT FROM (NEW.deleted_at IS NULL, NEW.date, NEW.value, NEW.description)
) EXECUTE FUNCTION keep_closed('bills', 'date');
--> statement-breakpoint
CREATE TRIGGER cheques_created_closed AFTER INSERT ON cheques FOR EACH ROW EXECUTE FUNCTION keep_closed('cheques', 'due_date');
--> statement-breakpoint
CREATE TRIGGER cheques_changed_closed AFTER UPDATE ON cheques FOR EACH ROW WHEN (
  (OLD.deleted_at IS NULL, OLD.due_date, OLD.serial, OLD.value, OLD.description, OLD.payee_id, OLD.account_id)
  IS DISTINCT FROM
  (NEW.deleted_at IS NULL, NEW.due_date, NEW.serial, NEW.value, NEW.description, NEW.payee_id, NEW.account_id)
) EXECUTE FUNCTION keep_closed('cheques', 'due_date');
--> statement-breakpoint
CREATE TRIGGER "payEntries_created_closed" AFTER INSERT ON "payEntries" FOR EACH ROW EXECUTE FUNCTION keep_closed('payEntries', 'date');
--> statement-breakpoint
CREATE TRIGGER "payEntries_changed_closed" AFTER UPDATE ON "payEntries" FOR EACH ROW WHEN (
  (OLD.deleted_at IS NULL, OLD.date, OLD.worker_id, OLD.kind, OLD.amount, OLD.cheque_id)
  IS DISTINCT FROM (NEW.deleted_at IS NULL, NEW.date, NEW.worker_id, NEW.kind, NEW.amount, NEW.cheque_id)
) EXECUTE FUNCTION keep_closed('payEntries', 'date');
--> statement-breakpoint
-- What a worker earned on each date up to a day, as a short text that differs where any of it does.
CREATE FUNCTION earned_digest(worker uuid, until date) RETURNS text LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT md5(coalesce(string_agg(day || ' ' || trim_scale(earned), ', ' ORDER BY day), ''))
  FROM earned_days(worker, until) WHERE earned <> 0;
END;
--> statement-breakpoint
-- DB019: a rate would change what was earned on a date that is closed for logs. What was earned before the change is kept in a
-- setting of the transaction, by worker: of several rates that one statement changes the first sees it, and all are compared.
CREATE FUNCTION keep_earned() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  closed_through date;
  worker uuid;
  earned jsonb;
BEGIN
  SELECT through INTO closed_through FROM closings WHERE kind = 'logs' FOR SHARE;
  IF closed_through IS NULL OR least(OLD."from", NEW."from") > closed_through THEN
    RETURN NEW;
  END IF;
  earned := coalesce(nullif(current_setting('daybook.earned', true), ''), '{}');
  FOR worker IN SELECT DISTINCT id FROM unnest(ARRAY[OLD.worker_id, NEW.worker_id]) AS id WHERE id IS NOT NULL ORDER BY id LOOP
    IF TG_WHEN = 'BEFORE' THEN
      -- Two rates of a worker that are changed at once might each change nothing, and both together something.
      PERFORM pg_advisory_xact_lock(hashtextextended('rates ' || worker, 0));
      IF NOT earned ? worker::text THEN
        earned := earned || jsonb_build_object(worker, earned_digest(worker, closed_through));
      END IF;
    ELSE
      IF earned ->> worker::text <> earned_digest(worker, closed_through) THEN
        RAISE EXCEPTION 'the period is closed'
          USING ERRCODE = 'DB019', DETAIL = to_char(closed_through, 'YYYY-MM-DD'), COLUMN = 'from';
      END IF;
      earned := earned - worker::text;
    END IF;
  END LOOP;
  PERFORM set_config('daybook.earned', earned::text, true);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER rates_earned_before BEFORE INSERT OR UPDATE ON rates FOR EACH ROW EXECUTE FUNCTION keep_earned();
--> statement-breakpoint
CREATE TRIGGER rates_earned_closed AFTER INSERT OR UPDATE ON rates FOR EACH ROW EXECUTE FUNCTION keep_earned();
--> statement-breakpoint
-- What is closed, and how it came to be: the shape of `Closings` (closings.schema.ts).
CREATE FUNCTION closings_now() RETURNS TABLE (current jsonb, history jsonb) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT (SELECT jsonb_object_agg(kind, through) FROM closings), (
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      '_id', act.id::text, 'through', through, 'kinds', kinds, 'reason', reason, 'reopened', reopened,
      'actor', actor_id, 'actorName', coalesce(full_name, ''),
      'createdAt', to_char(act.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY act.id DESC), '[]')
    FROM (SELECT * FROM closing_history ORDER BY id DESC LIMIT 1000) AS act LEFT JOIN users ON users.id = actor_id);
END;
--> statement-breakpoint
-- Closes the kinds up to a day; an earlier day than before, or null, opens what was closed after it. Answers what is closed then.
-- Where nothing changes, nothing is added to the history.
-- Errors: DB003 the caller may not open what is closed, DB023 opening needs a reason.
CREATE FUNCTION close_periods(closed_kinds text[], closed_through date, why text, actor uuid, may_reopen boolean)
RETURNS TABLE (current jsonb, history jsonb) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  changes boolean;
  reopens boolean;
BEGIN
  -- Writes that come later queue up behind it: by the rows alone it would wait for as long as there is always one of them.
  LOCK TABLE closings IN EXCLUSIVE MODE;
  SELECT bool_or(through IS DISTINCT FROM closed_through), coalesce(bool_or(through > coalesce(closed_through, '-infinity')), false)
  INTO changes, reopens FROM closings WHERE kind = ANY (closed_kinds);
  IF reopens AND NOT may_reopen THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'DB003';
  ELSIF reopens AND why = '' THEN
    RAISE EXCEPTION 'no reason' USING ERRCODE = 'DB023';
  END IF;
  IF changes THEN
    UPDATE closings SET through = closed_through WHERE kind = ANY (closed_kinds);
    INSERT INTO closing_history (through, kinds, reason, reopened, actor_id)
    VALUES (closed_through, to_jsonb(closed_kinds), why, reopens, actor);
  END IF;
  RETURN QUERY SELECT * FROM closings_now();
END $$;
