CREATE TABLE "cheque_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cheque_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cheque_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"date" date NOT NULL,
	"reason" text NOT NULL,
	"charge" numeric,
	"from_status" text NOT NULL,
	"from_status_date" date,
	"from_attempts" integer NOT NULL,
	"to_status" text NOT NULL,
	"undoes" bigint,
	"actor_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cheques" ADD COLUMN "status" text DEFAULT 'issued' NOT NULL;--> statement-breakpoint
ALTER TABLE "cheques" ADD COLUMN "status_date" date;--> statement-breakpoint
ALTER TABLE "cheques" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cheques" ADD COLUMN "replaces_id" uuid;--> statement-breakpoint
ALTER TABLE "cheque_events" ADD CONSTRAINT "cheque_events_cheque_id_cheques_id_fk" FOREIGN KEY ("cheque_id") REFERENCES "public"."cheques"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cheque_events_cheque" ON "cheque_events" USING btree ("cheque_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "cheque_events_undoes" ON "cheque_events" USING btree ("undoes") WHERE "cheque_events"."undoes" is not null;--> statement-breakpoint
ALTER TABLE "cheques" ADD CONSTRAINT "cheques_replaces_id_cheques_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."cheques"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cheques_status" ON "cheques" USING btree ("status","due_date","id") WHERE "cheques"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "cheques_replaces" ON "cheques" USING btree ("replaces_id") WHERE "cheques"."replaces_id" is not null;--> statement-breakpoint
UPDATE cheques SET status = 'cancelled' WHERE is_cancelled;--> statement-breakpoint
CREATE FUNCTION keep_cheque_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events of cheques are only added' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER cheque_events_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON cheque_events
FOR EACH STATEMENT EXECUTE FUNCTION keep_cheque_events();
--> statement-breakpoint
-- The statuses from which an event is possible; `sources` in cheques/states.ts is the same table.
CREATE FUNCTION cheque_event_sources(kind text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE kind
  WHEN 'present' THEN ARRAY['issued', 'bounced']
  WHEN 'clear' THEN ARRAY['issued', 'presented']
  WHEN 'bounce' THEN ARRAY['issued', 'presented']
  WHEN 'stop' THEN ARRAY['issued', 'bounced']
  WHEN 'release' THEN ARRAY['stopped']
  WHEN 'cancel' THEN ARRAY['issued', 'bounced', 'stopped']
  WHEN 'reinstate' THEN ARRAY['cancelled']
  WHEN 'replace' THEN ARRAY['issued', 'bounced', 'stopped', 'cancelled']
END;
--> statement-breakpoint
-- DB010: the detail says what is wrong (a code of an issue), and how the cheque is.
CREATE FUNCTION refuse_cheque_change(target cheques, code text, field text, day date DEFAULT NULL) RETURNS void LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the cheque does not allow it' USING ERRCODE = 'DB010', DETAIL = jsonb_build_object(
    'cheque', target.id, 'code', code, 'field', field, 'status', target.status, 'statusDate', target.status_date,
    'attempts', target.attempts, 'date', day)::text;
END $$;
--> statement-breakpoint
-- Whether a cheque that this one replaces, directly or not, is in force; they stay as they are until the transaction ends.
CREATE FUNCTION original_in_force(target cheques) RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  link uuid := target.replaces_id;
  status_of_original text;
BEGIN
  WHILE link IS NOT NULL LOOP
    SELECT status, replaces_id INTO status_of_original, link FROM cheques WHERE id = link FOR SHARE;
    IF status_of_original <> 'cancelled' THEN
      RETURN true;
    END IF;
  END LOOP;
  RETURN false;
END $$;
--> statement-breakpoint
CREATE FUNCTION replacement_in_force(target uuid) RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (
    WITH RECURSIVE chain AS (
      SELECT id, status, deleted_at FROM cheques WHERE replaces_id = target
      UNION ALL
      SELECT next.id, next.status, next.deleted_at FROM chain JOIN cheques AS next ON next.replaces_id = chain.id)
    SELECT FROM chain WHERE deleted_at IS NULL AND status <> 'cancelled');
END $$;
--> statement-breakpoint
-- Adds an event of a cheque whose row is locked, and returns the cheque as it is after it: status, status_date and attempts.
-- Without a day it is today, or the day of the last event where that is later. `undo_any`: may undo what others did long ago.
CREATE FUNCTION add_cheque_event(
  target cheques, kind text, day date, today date, reason text, charge numeric, actor uuid, undo_any boolean
) RETURNS cheques LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  last_event cheque_events;
  changed cheques := target;
BEGIN
  SELECT * INTO last_event FROM cheque_events AS e
  WHERE e.cheque_id = target.id AND e.kind <> 'undo'
    AND NOT EXISTS (SELECT FROM cheque_events AS later WHERE later.undoes = e.id)
  ORDER BY e.id DESC LIMIT 1;

  IF kind = 'undo' THEN
    IF last_event.id IS NULL THEN
      PERFORM refuse_cheque_change(target, 'event_not_allowed', 'kind');
    ELSIF NOT undo_any AND (last_event.actor_id IS DISTINCT FROM actor OR last_event.created_at < now() - interval '30 days') THEN
      RAISE EXCEPTION 'the event of somebody else, or an old one' USING ERRCODE = 'DB003';
    END IF;
    day := coalesce(day, today);
    changed.status := last_event.from_status;
    changed.status_date := last_event.from_status_date;
    changed.attempts := last_event.from_attempts;
  ELSE
    IF target.status <> ALL (cheque_event_sources(kind)) THEN
      PERFORM refuse_cheque_change(target, 'event_not_allowed', 'kind');
    ELSIF day < last_event.date THEN
      PERFORM refuse_cheque_change(target, 'before_last_event', 'date', last_event.date);
    END IF;
    day := coalesce(day, greatest(today, last_event.date));
    changed.status_date := day;
    changed.status := CASE kind
      WHEN 'present' THEN 'presented'
      WHEN 'clear' THEN 'cleared'
      WHEN 'bounce' THEN 'bounced'
      WHEN 'stop' THEN 'stopped'
      WHEN 'cancel' THEN 'cancelled'
      WHEN 'replace' THEN 'cancelled'
      ELSE coalesce((
        SELECT e.from_status FROM cheque_events AS e
        WHERE e.cheque_id = target.id AND e.kind = ANY (CASE kind WHEN 'release' THEN ARRAY['stop'] ELSE ARRAY['cancel', 'replace'] END)
          AND e.from_status <> 'cancelled' AND NOT EXISTS (SELECT FROM cheque_events AS later WHERE later.undoes = e.id)
        ORDER BY e.id DESC LIMIT 1), 'issued')
    END;
    IF kind = 'bounce' THEN
      changed.attempts := target.attempts + 1;
    END IF;
  END IF;

  IF kind = 'replace' OR last_event.kind = 'replace' AND kind = 'undo' OR target.status = 'cancelled' AND changed.status <> 'cancelled' THEN
    IF replacement_in_force(target.id) THEN
      PERFORM refuse_cheque_change(target, 'replacement_in_force', 'kind');
    END IF;
  END IF;
  IF target.status = 'cancelled' AND changed.status <> 'cancelled' AND original_in_force(target) THEN
    PERFORM refuse_cheque_change(target, 'original_in_force', 'kind');
  END IF;

  INSERT INTO cheque_events (cheque_id, kind, date, reason, charge, from_status, from_status_date, from_attempts,
    to_status, undoes, actor_id)
  VALUES (target.id, kind, day, reason, charge, target.status, target.status_date, target.attempts,
    changed.status, CASE WHEN kind = 'undo' THEN last_event.id END, actor);
  RETURN changed;
END $$;
--> statement-breakpoint
-- isCancelled and status are kept the same, whichever of them is set; fixed fields, deletion and restoring.
CREATE FUNCTION keep_cheque_state() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  changed cheques;
  field text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.status := CASE WHEN NEW.is_cancelled THEN 'cancelled' ELSE 'issued' END;
    RETURN NEW;
  END IF;
  field := CASE
    WHEN NEW.serial <> OLD.serial THEN 'serial'
    WHEN NEW.value <> OLD.value THEN 'value'
    WHEN NEW.payee_id <> OLD.payee_id THEN 'payee'
    WHEN NEW.due_date <> OLD.due_date THEN 'dueDate'
  END;
  IF field IS NOT NULL AND (OLD.status IN ('presented', 'cleared') OR OLD.attempts > 0) THEN
    PERFORM refuse_cheque_change(OLD, 'fixed_in_status', field);
  END IF;
  IF NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL AND OLD.status NOT IN ('issued', 'cancelled') THEN
    PERFORM refuse_cheque_change(OLD, 'status_not_deletable', NULL);
  END IF;
  IF NEW.deleted_at IS NULL AND OLD.deleted_at IS NOT NULL AND OLD.status <> 'cancelled' AND original_in_force(OLD) THEN
    PERFORM refuse_cheque_change(OLD, 'original_in_force', NULL);
  END IF;

  IF NEW.status <> OLD.status THEN
    NEW.is_cancelled := NEW.status = 'cancelled';
  ELSIF NEW.is_cancelled <> OLD.is_cancelled THEN
    -- The day comes with the change; one that says none happens today.
    changed := add_cheque_event(OLD, CASE WHEN NEW.is_cancelled THEN 'cancel' ELSE 'reinstate' END, NULL,
      CASE WHEN NEW.status_date IS DISTINCT FROM OLD.status_date THEN NEW.status_date ELSE current_date END,
      '', NULL, NEW.changed_by, false);
    NEW.status := changed.status;
    NEW.status_date := changed.status_date;
    NEW.attempts := changed.attempts;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER cheques_state BEFORE INSERT OR UPDATE ON cheques FOR EACH ROW EXECUTE FUNCTION keep_cheque_state();
--> statement-breakpoint
DROP TRIGGER cheques_journal ON cheques;
--> statement-breakpoint
CREATE TRIGGER cheques_journal AFTER INSERT OR UPDATE ON cheques FOR EACH ROW EXECUTE FUNCTION write_journal(
  'serial', 'due_date', 'value', 'description', 'payee_id', 'is_cancelled', 'status', 'replaces_id');
--> statement-breakpoint
-- The same event of several cheques, all or none; answers them. `versions`: those that the caller has seen, of one cheque.
-- Errors: DB003 the caller may not undo it, DB010 a cheque does not allow it, DB014 another version,
-- DB015 there are no such cheques (the detail holds them).
CREATE FUNCTION record_cheque_events(
  ids uuid[], kind text, day date, today date, reason text, charge numeric, actor uuid, undo_any boolean,
  versions integer[], batch uuid
) RETURNS SETOF cheques LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  target cheques;
  changed cheques;
  missing jsonb;
BEGIN
  PERFORM set_config('daybook.batch', coalesce(batch::text, ''), true);
  SELECT jsonb_agg(given) INTO missing FROM unnest(ids) AS given
  WHERE NOT EXISTS (SELECT FROM cheques AS c WHERE c.id = given AND c.deleted_at IS NULL);
  FOR target IN SELECT * FROM cheques AS c WHERE c.id = ANY (ids) AND c.deleted_at IS NULL ORDER BY c.id FOR UPDATE LOOP
    EXIT WHEN missing IS NOT NULL;
    IF target.version <> ALL (versions) THEN
      RAISE EXCEPTION 'another version' USING ERRCODE = 'DB014';
    END IF;
    changed := add_cheque_event(target, kind, day, today, reason, charge, actor, undo_any);
    UPDATE cheques AS c SET status = changed.status, status_date = changed.status_date, attempts = changed.attempts,
      version = c.version + 1, updated_at = now(), changed_by = actor
    WHERE c.id = target.id RETURNING * INTO changed;
    ids := array_remove(ids, target.id);
    RETURN NEXT changed;
  END LOOP;
  -- Also one that was deleted while its row was waited for.
  IF cardinality(ids) > 0 THEN
    RAISE EXCEPTION 'no such cheques' USING ERRCODE = 'DB015', DETAIL = coalesce(missing, to_jsonb(ids))::text;
  END IF;
END $$;
--> statement-breakpoint
-- Cancels a cheque and makes those that replace it, which it answers after it. What `replacements` leaves out is kept.
-- Errors: as above; DB004 a payee does not exist (the detail holds the place of its cheque).
CREATE FUNCTION replace_cheque(
  original uuid, replacements jsonb, day date, today date, reason text, actor uuid, versions integer[], batch uuid
) RETURNS SETOF cheques LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  target cheques;
  changed cheques;
  item record;
  payee uuid;
BEGIN
  PERFORM set_config('daybook.batch', coalesce(batch::text, ''), true);
  SELECT * INTO target FROM cheques AS c WHERE c.id = original AND c.deleted_at IS NULL FOR UPDATE;
  IF target.id IS NULL THEN
    RAISE EXCEPTION 'no such cheque' USING ERRCODE = 'DB015', DETAIL = jsonb_build_array(original)::text;
  ELSIF target.version <> ALL (versions) THEN
    RAISE EXCEPTION 'another version' USING ERRCODE = 'DB014';
  END IF;
  changed := add_cheque_event(target, 'replace', day, today, reason, NULL, actor, false);
  UPDATE cheques AS c SET status = changed.status, status_date = changed.status_date,
    version = c.version + 1, updated_at = now(), changed_by = actor
  WHERE c.id = target.id RETURNING * INTO changed;
  RETURN NEXT changed;
  FOR item IN SELECT ordinality - 1 AS place, given.value AS given FROM jsonb_array_elements(replacements) WITH ORDINALITY AS given
  LOOP
    payee := (item.given ->> 'payee')::uuid;
    IF payee IS NULL OR payee = target.payee_id THEN
      payee := target.payee_id;
    ELSE
      SELECT p.id INTO payee FROM payees AS p WHERE p.id = payee AND p.deleted_at IS NULL FOR SHARE;
      IF payee IS NULL THEN
        RAISE EXCEPTION 'no such payee' USING ERRCODE = 'DB004', DETAIL = item.place::text;
      END IF;
    END IF;
    INSERT INTO cheques AS c (id, serial, due_date, value, description, payee_id, is_cancelled, replaces_id, changed_by)
    VALUES ((item.given ->> 'id')::uuid, item.given ->> 'serial', (item.given ->> 'dueDate')::date,
      (item.given ->> 'value')::numeric, coalesce(item.given ->> 'description', target.description), payee, false,
      target.id, actor)
    RETURNING * INTO changed;
    RETURN NEXT changed;
  END LOOP;
END $$;
