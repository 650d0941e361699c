CREATE TABLE "event_state" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"horizon" xid8 NOT NULL,
	"low" bigint NOT NULL,
	"next_low" bigint NOT NULL,
	"next_horizon" xid8 NOT NULL,
	"last" bigint NOT NULL,
	"purged" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"position" bigint PRIMARY KEY NOT NULL,
	"entry" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "journal" ADD COLUMN "version" integer;--> statement-breakpoint
-- Apart, so that no entry of before gets one.
ALTER TABLE "journal" ADD COLUMN "xid" xid8;--> statement-breakpoint
ALTER TABLE "journal" ALTER COLUMN "xid" SET DEFAULT pg_current_xact_id();--> statement-breakpoint
CREATE UNIQUE INDEX "events_entry" ON "events" USING btree ("entry");
--> statement-breakpoint
-- The feed begins here.
INSERT INTO event_state (horizon, low, next_low, next_horizon, last, purged)
SELECT '0', max(id), max(id), '0', 0, 0 FROM journal HAVING max(id) IS NOT NULL;
--> statement-breakpoint
-- As in 0022_journal_functions.sql; besides, the version of the record is written down.
CREATE OR REPLACE FUNCTION journal_table(name text, VARIADIC columns text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  function_name text := 'write_journal_' || name;
  template text := $function$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    DECLARE
      was jsonb;
      is_now jsonb;
      what text;
    BEGIN
      IF TG_OP = 'INSERT' THEN
        what := 'create';
        is_now := jsonb_build_object(%2$s);
      ELSIF public.may_remove() THEN
        RETURN NULL;
      ELSIF NEW.deleted_at IS NULL AND OLD.deleted_at IS NOT NULL THEN
        what := 'restore';
        is_now := jsonb_build_object(%2$s);
      ELSIF NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL THEN
        what := 'delete';
        was := jsonb_build_object(%3$s);
      ELSE
        what := 'update';
        was := jsonb_build_object(%3$s);
        SELECT jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value) INTO was, is_now
        FROM jsonb_each(jsonb_build_object(%2$s)) WHERE value::text IS DISTINCT FROM (was -> key)::text;
        IF is_now IS NULL THEN
          RETURN NULL;
        END IF;
      END IF;
      INSERT INTO public.journal (actor_id, kind, record_id, action, before, after, version, batch, undoes)
      VALUES (NEW.changed_by, TG_TABLE_NAME, NEW.id, what, was, is_now, NEW.version,
        nullif(current_setting('daybook.batch', true), '')::uuid,
        nullif(current_setting('daybook.undoes', true), '')::bigint);
      RETURN NULL;
    END $body$ $function$;
BEGIN
  EXECUTE format(template, function_name,
    (SELECT string_agg(format('%1$L, NEW.%1$I', one), ', ') FROM unnest(columns) AS one),
    (SELECT string_agg(format('%1$L, OLD.%1$I', one), ', ') FROM unnest(columns) AS one));
  EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION %I()',
    name || '_journal', name, function_name);
END $$;
--> statement-breakpoint
-- The columns are those that each function writes down at a creation.
SELECT journal_table(substr(proname, length('write_journal_') + 1), VARIADIC ARRAY(
  SELECT found[1] FROM regexp_matches(split_part(prosrc, 'ELSIF', 1), '''([a-z_]+)'', NEW\.', 'g') AS found))
FROM pg_proc WHERE proname LIKE 'write\_journal\_%' AND pronamespace = 'public'::regnamespace;
--> statement-breakpoint
CREATE FUNCTION purge_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER journal_purged AFTER DELETE ON journal REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION purge_events();
--> statement-breakpoint
-- give_positions, purge_events.
-- Functions: a8c49522759b807e
