-- The personal access token by which a change was made: {"_id", "name"}, which stay when the token has ended. The statement
-- that makes the change puts it into a setting of its transaction (packages/domain/src/db/scope.ts).
ALTER TABLE "journal" ADD COLUMN "token" jsonb;--> statement-breakpoint
ALTER TABLE "journal" ALTER COLUMN "token" SET DEFAULT nullif(current_setting('daybook.token', true), '')::jsonb;--> statement-breakpoint
-- With the personal data of somebody the names go that they gave to their tokens.
CREATE FUNCTION erase_token_names() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE journal SET token = token || '{"name": ""}' WHERE actor_id = NEW.id AND token IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_token_names AFTER UPDATE ON users FOR EACH ROW
WHEN (OLD.former_number IS NULL AND NEW.former_number IS NOT NULL) EXECUTE FUNCTION erase_token_names();
--> statement-breakpoint
-- What changes nothing but the version changes nothing: the record keeps its version, its `updated_at` and who changed it last.
-- For each table of records a function that compares all of its columns but these, bit by bit, since 5.5 and 5.50 are equal
-- numbers, and its trigger. Generated columns follow from the others. The service asks for it after each migration, so that
-- a column that is added is compared too (packages/domain/src/db/migrate.ts). A condition of the trigger would be parsed
-- anew for each statement.
CREATE FUNCTION compare_records() RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT relname AS name, 'keep_unchanged_' || relname AS function_name, relname || '_unchanged' AS trigger_name,
      string_agg(format('OLD.%I', attname), ', ' ORDER BY attlen = -1, attnum) AS was,
      string_agg(format('NEW.%I', attname), ', ' ORDER BY attlen = -1, attnum) AS is_now,
      EXISTS (SELECT FROM pg_trigger WHERE tgrelid = records.oid AND tgname = relname || '_unchanged') AS has_trigger
    FROM pg_class AS records JOIN pg_attribute ON attrelid = records.oid
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = records.oid AND attname = 'changed_by')
      AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname NOT IN ('version', 'updated_at', 'changed_by')
    GROUP BY records.oid, relname
  LOOP
    EXECUTE format('CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS %L', one.function_name, format(
      'BEGIN
        IF NEW.version > OLD.version AND ROW(%s)::record *= ROW(%s)::record THEN
          RETURN OLD;
        END IF;
        RETURN NEW;
      END', one.was, one.is_now));
    IF NOT one.has_trigger THEN
      EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION %I()',
        one.trigger_name, one.name, one.function_name);
    END IF;
  END LOOP;
END $$;
