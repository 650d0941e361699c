-- The number of a serial is its last run of digits. `serial_shape`: the serial with a 0 for each of these, which serials
-- of one book have in common. `serial_with`: the same serial with another number.
CREATE FUNCTION serial_text(serial text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN rtrim(regexp_replace(serial, '[^0-9]+$', ''), '0123456789');
--> statement-breakpoint
CREATE FUNCTION serial_digits(serial text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN substr(regexp_replace(serial, '[^0-9]+$', ''), length(serial_text(serial)) + 1);
--> statement-breakpoint
CREATE FUNCTION serial_number(serial text) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN nullif(serial_digits(serial), '')::numeric;
--> statement-breakpoint
CREATE FUNCTION serial_with(serial text, number numeric) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN serial_text(serial) || lpad(number::text, length(serial_digits(serial)), '0')
  || substr(serial, length(serial_text(serial)) + length(serial_digits(serial)) + 1);
--> statement-breakpoint
CREATE FUNCTION serial_shape(serial text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN serial_with(serial, 0);
--> statement-breakpoint
CREATE TABLE "balanceReadings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"account_id" uuid NOT NULL,
	"date" date NOT NULL,
	"balance" numeric NOT NULL,
	CONSTRAINT "balance_readings_balance" CHECK (abs("balanceReadings"."balance") < 1e15 and scale("balanceReadings"."balance") <= 4)
);
--> statement-breakpoint
CREATE TABLE "bankAccounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (fold(name)) STORED NOT NULL,
	"search_key" text GENERATED ALWAYS AS (fold(name || ' ' || bank || ' ' || number)) STORED NOT NULL,
	"bank" text NOT NULL,
	"number" text NOT NULL,
	"is_archived" boolean NOT NULL,
	"cheque_form" jsonb
);
--> statement-breakpoint
CREATE TABLE "chequebooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"account_id" uuid NOT NULL,
	"first_serial" text NOT NULL,
	"last_serial" text NOT NULL,
	CONSTRAINT "chequebooks_range" CHECK (serial_shape("chequebooks"."first_serial") = serial_shape("chequebooks"."last_serial")
        and serial_number("chequebooks"."last_serial") - serial_number("chequebooks"."first_serial") between 0 and 999)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"currency" text,
	"weekend" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"day_minutes" integer DEFAULT 480 NOT NULL,
	"stale_after_months" integer DEFAULT 6 NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	CONSTRAINT "settings_single" CHECK ("settings"."id" = '00000000-0000-7000-8000-000000000001' and "settings"."deleted_at" is null),
	CONSTRAINT "settings_bounds" CHECK ("settings"."day_minutes" between 1 and 1440 and "settings"."stale_after_months" between 1 and 120)
);
--> statement-breakpoint
ALTER TABLE "cheques" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "balanceReadings" ADD CONSTRAINT "balanceReadings_account_id_bankAccounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."bankAccounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chequebooks" ADD CONSTRAINT "chequebooks_account_id_bankAccounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."bankAccounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "balance_readings_order" ON "balanceReadings" USING btree ("date","id") WHERE "balanceReadings"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "balance_readings_day" ON "balanceReadings" USING btree ("account_id","date") WHERE "balanceReadings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "bank_accounts_order" ON "bankAccounts" USING btree ("name_key" collate "C","id") WHERE "bankAccounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "chequebooks_order" ON "chequebooks" USING btree ("first_serial" collate "C","id") WHERE "chequebooks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "chequebooks_account" ON "chequebooks" USING btree ("account_id") WHERE "chequebooks"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "cheques" ADD CONSTRAINT "cheques_account_id_bankAccounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."bankAccounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cheques_account" ON "cheques" USING btree ("account_id","due_date","id") WHERE "cheques"."deleted_at" is null and "cheques"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "cheques_serial" ON "cheques" USING btree ("account_id","serial" collate "C") WHERE "cheques"."deleted_at" is null and "cheques"."account_id" is not null;
--> statement-breakpoint
-- Within a book serials have one shape, so that they are in the order of their numbers as texts.
CREATE FUNCTION next_serial(account uuid, first text, last text) RETURNS text LANGUAGE sql STABLE
RETURN (
  SELECT CASE
    WHEN used IS NULL THEN first
    WHEN serial_number(used) < serial_number(last) THEN serial_with(first, serial_number(used) + 1)
  END
  FROM (SELECT (
    SELECT serial FROM cheques
    WHERE account_id = account AND deleted_at IS NULL AND serial COLLATE "C" BETWEEN first AND last
      AND serial_shape(serial) = serial_shape(first)
    ORDER BY serial COLLATE "C" DESC LIMIT 1) AS used) AS highest);
--> statement-breakpoint
-- What is odd about the serial of a cheque in an account, by `withWarnings` of the domain; null: nothing. Volatile, to see what
-- a function has just made.
CREATE FUNCTION serial_warnings(cheque uuid, account uuid, serial text) RETURNS jsonb LANGUAGE sql VOLATILE
RETURN (
  WITH books AS (
    SELECT first_serial AS first, last_serial AS last FROM chequebooks WHERE account_id = account AND deleted_at IS NULL
  ), book AS (
    SELECT first, last FROM books
    WHERE serial COLLATE "C" BETWEEN first AND last AND serial_shape(serial) = serial_shape(first) LIMIT 1
  ), used AS (
    SELECT (
      SELECT other.serial FROM cheques AS other
      WHERE other.account_id = account AND other.deleted_at IS NULL AND other.id <> cheque
        AND other.serial COLLATE "C" BETWEEN first AND last AND serial_shape(other.serial) = serial_shape(first)
      ORDER BY other.serial COLLATE "C" DESC LIMIT 1) AS highest, first
    FROM book
  ), free AS (
    SELECT coalesce(serial_with(first, serial_number(highest) + 1), first) AS first FROM used
  ), found AS (
    (SELECT 'serial_used' AS code, jsonb_build_object('cheque', other.id) AS params FROM cheques AS other
    WHERE other.account_id = account AND other.deleted_at IS NULL AND other.id <> cheque
      AND other.serial COLLATE "C" = serial_warnings.serial
    ORDER BY other.id LIMIT 1)
    UNION ALL
    SELECT 'serial_outside_books', '{}' WHERE EXISTS (SELECT FROM books) AND NOT EXISTS (SELECT FROM book)
    UNION ALL
    SELECT 'serial_gap', jsonb_build_object('from', first, 'to', serial_with(serial, serial_number(serial) - 1),
      'count', serial_number(serial) - serial_number(first))
    FROM free WHERE serial_number(serial) > serial_number(first)
  )
  SELECT jsonb_agg(jsonb_build_object('code', code, 'params', params)) FROM found);
--> statement-breakpoint
-- As in 0009_cheque_events.sql; besides, the account of a cheque is kept or given.
CREATE OR REPLACE FUNCTION replace_cheque(
  original uuid, replacements jsonb, day date, today date, reason text, actor uuid, versions integer[], batch uuid
) RETURNS SETOF cheques LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  target cheques;
  changed cheques;
  item record;
  payee uuid;
  account uuid;
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
        RAISE EXCEPTION 'no such payee' USING ERRCODE = 'DB004', DETAIL = item.place::text, COLUMN = 'payee';
      END IF;
    END IF;
    account := CASE WHEN item.given ? 'account' THEN (item.given ->> 'account')::uuid ELSE target.account_id END;
    IF account <> target.account_id OR account IS NOT NULL AND target.account_id IS NULL THEN
      SELECT a.id INTO account FROM "bankAccounts" AS a WHERE a.id = account AND a.deleted_at IS NULL FOR SHARE;
      IF account IS NULL THEN
        RAISE EXCEPTION 'no such account' USING ERRCODE = 'DB004', DETAIL = item.place::text, COLUMN = 'account';
      END IF;
    END IF;
    INSERT INTO cheques AS c (id, serial, due_date, value, description, payee_id, account_id, is_cancelled, replaces_id,
      changed_by)
    VALUES ((item.given ->> 'id')::uuid, item.given ->> 'serial', (item.given ->> 'dueDate')::date,
      (item.given ->> 'value')::numeric, coalesce(item.given ->> 'description', target.description), payee, account, false,
      target.id, actor)
    RETURNING * INTO changed;
    RETURN NEXT changed;
  END LOOP;
END $$;
--> statement-breakpoint
-- Books of one account have no serial in common. One after the other for each account: a condition would not see a book
-- that is made at the same moment.
CREATE FUNCTION keep_books_apart() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.account_id::text, 1));
  PERFORM FROM chequebooks
  WHERE account_id = NEW.account_id AND id <> NEW.id AND deleted_at IS NULL
    AND serial_shape(first_serial) = serial_shape(NEW.first_serial)
    AND first_serial COLLATE "C" <= NEW.last_serial AND last_serial COLLATE "C" >= NEW.first_serial;
  IF FOUND THEN
    RAISE EXCEPTION 'another book has some of these serials'
      USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'chequebooks_apart';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER chequebooks_apart AFTER INSERT OR UPDATE ON chequebooks FOR EACH ROW WHEN (NEW.deleted_at IS NULL)
EXECUTE FUNCTION keep_books_apart();
--> statement-breakpoint
CREATE TRIGGER "bankAccounts_journal" AFTER INSERT OR UPDATE ON "bankAccounts" FOR EACH ROW EXECUTE FUNCTION write_journal(
  'name', 'bank', 'number', 'is_archived', 'cheque_form');
--> statement-breakpoint
CREATE TRIGGER chequebooks_journal AFTER INSERT OR UPDATE ON chequebooks FOR EACH ROW EXECUTE FUNCTION write_journal(
  'account_id', 'first_serial', 'last_serial');
--> statement-breakpoint
CREATE TRIGGER "balanceReadings_journal" AFTER INSERT OR UPDATE ON "balanceReadings" FOR EACH ROW EXECUTE FUNCTION write_journal(
  'account_id', 'date', 'balance');
--> statement-breakpoint
CREATE TRIGGER "bankAccounts_kept" BEFORE DELETE OR TRUNCATE ON "bankAccounts" FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER chequebooks_kept BEFORE DELETE OR TRUNCATE ON chequebooks FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER "balanceReadings_kept" BEFORE DELETE OR TRUNCATE ON "balanceReadings" FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
DROP TRIGGER cheques_journal ON cheques;
--> statement-breakpoint
CREATE TRIGGER cheques_journal AFTER INSERT OR UPDATE ON cheques FOR EACH ROW EXECUTE FUNCTION write_journal(
  'serial', 'due_date', 'value', 'description', 'payee_id', 'account_id', 'is_cancelled', 'status', 'replaces_id');
--> statement-breakpoint
-- Before its trigger: the one row was made by nobody, and cannot be undone.
INSERT INTO settings (id) VALUES ('00000000-0000-7000-8000-000000000001');
--> statement-breakpoint
CREATE TRIGGER settings_journal AFTER INSERT OR UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION write_journal(
  'name', 'address', 'phone_number', 'currency', 'weekend', 'day_minutes', 'stale_after_months', 'language');
--> statement-breakpoint
CREATE TRIGGER settings_kept BEFORE DELETE OR TRUNCATE ON settings FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
-- As in 0007_undo.sql; besides, names of tables are as they are written, and a field may name no record.
CREATE OR REPLACE FUNCTION undo_changes(changes jsonb, actor uuid, batch uuid) RETURNS void LANGUAGE plpgsql
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
      WHERE contype = 'f' AND conrelid = format('%I', change.kind)::regclass AND wanted ->> attname IS NOT NULL
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
