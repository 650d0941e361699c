ALTER TABLE "journal" ADD COLUMN "batch" uuid;--> statement-breakpoint
ALTER TABLE "journal" ADD COLUMN "undoes" bigint;--> statement-breakpoint
CREATE INDEX "journal_batch" ON "journal" USING btree ("batch") WHERE "journal"."batch" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "journal_undoes" ON "journal" USING btree ("undoes") WHERE "journal"."undoes" is not null;--> statement-breakpoint
CREATE INDEX "journal_deleted" ON "journal" USING btree ("id") WHERE "journal"."action" = 'delete';--> statement-breakpoint
-- As in 0002_journal.sql; besides, a deletion that is taken back is written down, and what the transaction says of itself:
-- the entry that it undoes, and the batch to which its changes belong.
CREATE OR REPLACE FUNCTION write_journal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  was jsonb;
  is_now jsonb;
  what text;
BEGIN
  SELECT jsonb_object_agg(key, value) INTO is_now FROM jsonb_each(to_jsonb(NEW)) WHERE key = ANY (TG_ARGV);
  IF TG_OP = 'INSERT' THEN
    what := 'create';
  ELSIF NEW.deleted_at IS NULL AND OLD.deleted_at IS NOT NULL THEN
    what := 'restore';
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
  INSERT INTO journal (actor_id, kind, record_id, action, before, after, batch, undoes)
  VALUES (NEW.changed_by, TG_TABLE_NAME, NEW.id, what, was, is_now,
    nullif(current_setting('daybook.batch', true), '')::uuid,
    nullif(current_setting('daybook.undoes', true), '')::bigint);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Numbers as text: as numbers of JSON they would lose their scale in JavaScript.
CREATE FUNCTION exact(value jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END;
--> statement-breakpoint
-- Takes back changes of the journal, all or none, the latest first. Each is an object: "entry", its number; "set", columns
-- that are set besides those that the entry has; "require", what the record must hold for the caller to be allowed.
-- Errors: DB001 the record has changed since (the detail holds both values), DB002 it was deleted or restored since,
-- DB003 the caller may not, DB004 a record that it names is deleted, DB005 no active Administrator would be left.
CREATE FUNCTION undo_changes(changes jsonb, actor uuid, batch uuid) RETURNS void LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  change record;
  reference record;
  present jsonb;
  wanted jsonb;
  columns text;
  differing jsonb;
  is_known boolean;
  administrators integer;
BEGIN
  -- In the order in which every change of an account locks them.
  PERFORM FROM users WHERE access_level = 'Administrator' AND active AND deleted_at IS NULL
    AND changes @> '[{"kind": "users"}]' ORDER BY id FOR UPDATE;
  GET DIAGNOSTICS administrators = ROW_COUNT;
  PERFORM set_config('daybook.batch', coalesce(batch::text, ''), true);
  FOR change IN
    SELECT entry.*, item -> 'set' AS more, item -> 'require' AS required
    FROM jsonb_array_elements(changes) AS item JOIN journal AS entry ON entry.id = (item ->> 'entry')::bigint
    ORDER BY entry.id DESC
  LOOP
    EXECUTE format('SELECT to_jsonb(r) FROM %I AS r WHERE id = $1 FOR UPDATE', change.kind)
      INTO present USING change.record_id;
    IF NOT present @> coalesce(change.required, '{}') THEN
      RAISE EXCEPTION 'not allowed' USING ERRCODE = 'DB003';
    END IF;
    PERFORM FROM journal WHERE undoes = change.id;
    IF FOUND THEN
      RAISE EXCEPTION 'undone already' USING ERRCODE = 'unique_violation', CONSTRAINT = 'journal_undoes';
    END IF;
    IF (present ->> 'deleted_at' IS NULL) = (change.action = 'delete') THEN
      RAISE EXCEPTION 'deleted since, or restored' USING ERRCODE = 'DB002';
    END IF;
    SELECT jsonb_agg(jsonb_build_object('kind', change.kind, 'column', key, 'expected', exact(value), 'actual', exact(present -> key))) INTO differing
    FROM jsonb_each(change.after) WHERE value::text IS DISTINCT FROM (present -> key)::text;
    IF differing IS NOT NULL THEN
      RAISE EXCEPTION 'changed since' USING ERRCODE = 'DB001', DETAIL = differing::text;
    END IF;

    wanted := CASE change.action WHEN 'update' THEN change.before ELSE '{}' END || coalesce(change.more, '{}');
    FOR reference IN
      SELECT attname AS name, confrelid::regclass AS target
      FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
      WHERE contype = 'f' AND conrelid = change.kind::regclass AND wanted ? attname::text
    LOOP
      EXECUTE format('SELECT true FROM %s WHERE id = $1 AND deleted_at IS NULL FOR SHARE', reference.target)
        INTO is_known USING (wanted ->> reference.name)::uuid;
      IF is_known IS NULL THEN
        RAISE EXCEPTION 'names a deleted record' USING ERRCODE = 'DB004', COLUMN = reference.name;
      END IF;
    END LOOP;

    PERFORM set_config('daybook.undoes', change.id::text, true);
    SELECT coalesce(string_agg(format('%1$I = undone.%1$I, ', key), ''), '') INTO columns
    FROM jsonb_object_keys(wanted) AS key;
    EXECUTE format('UPDATE %1$I AS r SET %2$s deleted_at = CASE WHEN $3 THEN now() END,
        version = r.version + 1, updated_at = now(), changed_by = $2
      FROM jsonb_populate_record(NULL::%1$I, $4) AS undone WHERE r.id = $1', change.kind, columns)
      USING change.record_id, actor, change.action IN ('create', 'restore'), wanted;
    -- Sessions end with the account, and do not come back with it.
    UPDATE users SET session_epoch = session_epoch + 1
    WHERE change.kind = 'users' AND id = change.record_id AND (NOT active OR deleted_at IS NOT NULL);
  END LOOP;
  IF administrators > 0 AND NOT EXISTS (
    SELECT FROM users WHERE access_level = 'Administrator' AND active AND deleted_at IS NULL) THEN
    RAISE EXCEPTION 'no active Administrator left' USING ERRCODE = 'DB005';
  END IF;
END $$;
