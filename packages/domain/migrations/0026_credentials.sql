ALTER TABLE "calendars" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "calendars" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "calendars" ADD COLUMN "changed_by" uuid;--> statement-breakpoint
ALTER TABLE "calendars" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
DROP INDEX "calendars_user";--> statement-breakpoint
CREATE INDEX "calendars_user" ON "calendars" USING btree ("user_id","created_at","id") WHERE "calendars"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "calendars_made" ON "calendars" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "tokens_made" ON "tokens" USING btree ("user_id","created_at");--> statement-breakpoint
-- An address that ends is kept like every other record, and the journal tells of it; the secret is no part of either.
SELECT journal_table('calendars', 'user_id');
--> statement-breakpoint
CREATE TRIGGER calendars_kept BEFORE DELETE OR TRUNCATE ON calendars FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
-- As in 0011_calendars.sql, of those that nobody has ended.
CREATE OR REPLACE FUNCTION bound_calendars() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('calendars ' || NEW.user_id, 0));
  IF (SELECT count(*) FROM calendars WHERE user_id = NEW.user_id AND deleted_at IS NULL) >= 20 THEN
    RAISE EXCEPTION 'too many calendars' USING ERRCODE = 'unique_violation', CONSTRAINT = 'calendars_bounded';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- A person makes 50 tokens and addresses in 24 hours at the most, so ends no more either; one after the other, as above. The
-- detail is the seconds until there is one more.
CREATE FUNCTION bound_credentials() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  fiftieth timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('credentials ' || NEW.user_id, 0));
  SELECT created_at INTO fiftieth FROM (
    SELECT created_at FROM tokens WHERE user_id = NEW.user_id AND created_at > now() - interval '1 day'
    UNION ALL
    SELECT created_at FROM calendars WHERE user_id = NEW.user_id AND created_at > now() - interval '1 day'
  ) AS made ORDER BY created_at DESC OFFSET 49 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'too many credentials in a day' USING ERRCODE = 'unique_violation', CONSTRAINT = 'credentials_bounded',
      DETAIL = ceil(extract(epoch FROM fiftieth + interval '1 day' - now()));
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER calendars_daily BEFORE INSERT ON calendars FOR EACH ROW EXECUTE FUNCTION bound_credentials();
--> statement-breakpoint
CREATE TRIGGER tokens_daily BEFORE INSERT ON tokens FOR EACH ROW EXECUTE FUNCTION bound_credentials();
--> statement-breakpoint
-- Ends the tokens and addresses of a person for good. Their entries are no part of an undo or a batch, since nothing takes them
-- back. A statement of its own: it sees what was made while the account was waited for.
CREATE FUNCTION end_credentials(person uuid, actor uuid) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  undoes text := coalesce(current_setting('daybook.undoes', true), '');
  batch text := coalesce(current_setting('daybook.batch', true), '');
BEGIN
  PERFORM set_config('daybook.undoes', '', true), set_config('daybook.batch', '', true);
  UPDATE tokens SET deleted_at = now(), version = version + 1, updated_at = now(), changed_by = actor
  WHERE user_id = person AND deleted_at IS NULL;
  UPDATE calendars SET deleted_at = now(), version = version + 1, updated_at = now(), changed_by = actor
  WHERE user_id = person AND deleted_at IS NULL;
  PERFORM set_config('daybook.undoes', undoes, true), set_config('daybook.batch', batch, true);
END $$;
--> statement-breakpoint
CREATE FUNCTION end_credentials_of_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM end_credentials(NEW.id, NEW.changed_by);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER users_tokens ON users;
--> statement-breakpoint
DROP FUNCTION end_tokens();
--> statement-breakpoint
-- With the account, whatever ends it, an undo too, and with a password that somebody else sets.
CREATE TRIGGER users_credentials AFTER UPDATE ON users FOR EACH ROW
WHEN (OLD.active AND OLD.deleted_at IS NULL AND NOT (NEW.active AND NEW.deleted_at IS NULL)
  OR NEW.password_hash <> OLD.password_hash AND NEW.changed_by IS DISTINCT FROM NEW.id)
EXECUTE FUNCTION end_credentials_of_account();
--> statement-breakpoint
-- Accounts that ended before had kept theirs.
SELECT end_credentials(id, NULL) FROM users WHERE NOT active OR deleted_at IS NOT NULL;
--> statement-breakpoint
-- Preferences are no record of the business: anybody could fill the journal with them. The entries that there are go, as by
-- retention, which the journal tells.
DO $$
DECLARE
  gone integer;
BEGIN
  PERFORM set_config('daybook.removal', pg_current_xact_id()::text, true);
  DELETE FROM journal WHERE kind = 'users' AND action = 'update' AND after ? 'preferences' AND after - 'preferences' = '{}';
  GET DIAGNOSTICS gone = ROW_COUNT;
  UPDATE journal SET before = before - 'preferences', after = after - 'preferences'
  WHERE kind = 'users' AND (before ? 'preferences' OR after ? 'preferences');
  IF gone > 0 THEN
    PERFORM record_removal('journal', gone);
  END IF;
  PERFORM set_config('daybook.removal', '', true);
END $$;
--> statement-breakpoint
SELECT journal_table('users', 'first_name', 'last_name', 'username', 'email', 'phone_number', 'access_level', 'active',
  'password_changed_at');
--> statement-breakpoint
-- What a User changes of the own account stays in the journal for good: 50 entries of the account in 24 hours at the most. The
-- row is locked by now, so one after the other. The detail is the seconds until there is one more.
CREATE FUNCTION bound_own_changes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  fiftieth timestamptz;
BEGIN
  SELECT at INTO fiftieth FROM journal WHERE record_id = NEW.id ORDER BY id DESC OFFSET 49 LIMIT 1;
  IF fiftieth > now() - interval '1 day' THEN
    RAISE EXCEPTION 'too many changes in a day' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_bounded',
      DETAIL = ceil(extract(epoch FROM fiftieth + interval '1 day' - now()));
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_bounded BEFORE UPDATE ON users FOR EACH ROW
WHEN (NEW.changed_by = NEW.id AND NEW.access_level = 'User'
  AND (NEW.email <> OLD.email OR NEW.phone_number <> OLD.phone_number))
EXECUTE FUNCTION bound_own_changes();
--> statement-breakpoint
-- A kept answer without what it holds of a person, or of one of their records (`theirs`); `keys` says under which key it has a
-- field. As arrays of records, and as single ones, which earlier versions kept.
CREATE FUNCTION without_person(answer jsonb, keys jsonb, person uuid, theirs uuid[], called text) RETURNS jsonb LANGUAGE sql STABLE
RETURN (
  SELECT jsonb_agg(one || coalesce((
    SELECT jsonb_object_agg(key, CASE field
      WHEN 'workerName' THEN to_jsonb(called)
      WHEN 'lines' THEN without_notes(one -> key)
      WHEN 'history' THEN (
        SELECT coalesce(jsonb_agg(CASE WHEN act ->> 'actor' = person::text
          THEN act || jsonb_build_object('actorName', called) ELSE act END ORDER BY turn), '[]')
        FROM jsonb_array_elements(one -> key) WITH ORDINALITY AS h (act, turn))
      ELSE '""' END)
    FROM jsonb_each_text(keys) AS k (field, key)
    WHERE one ? key AND CASE field
      WHEN 'workerName' THEN one ->> (keys ->> 'worker') = person::text
      WHEN 'history' THEN true
      ELSE field IN ('extraNotes', 'reason', 'lines') AND (one ->> (keys ->> 'worker') = person::text
        OR one ->> (keys ->> '_id') = ANY (theirs::text[])) END), '{}') ORDER BY place)
  FROM jsonb_array_elements(CASE jsonb_typeof(answer) WHEN 'array' THEN answer ELSE jsonb_build_array(answer) END)
    WITH ORDINALITY AS a (one, place));
--> statement-breakpoint
-- As in 0019_erasure.sql; besides, kept answers are erased by identifiers, whatever the person was called when they were given:
-- `kept` says for each operation under which key its answers have a field. What it does not know goes where it names the person.
DROP FUNCTION erase_user(uuid, uuid);
--> statement-breakpoint
CREATE FUNCTION erase_user(target uuid, actor uuid, kept jsonb DEFAULT '{}') RETURNS integer LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  account users;
  number integer;
  owed numeric;
  called text;
  digest text;
  theirs uuid[];
BEGIN
  -- Before the row, as where a settlement is issued. Then whatever is about to change what is owed, is waited for.
  PERFORM pg_advisory_xact_lock(hashtextextended(target::text, 2));
  SELECT * INTO account FROM users WHERE id = target FOR UPDATE;
  IF account.id IS NULL THEN
    RAISE EXCEPTION 'no such user' USING ERRCODE = 'DB015';
  ELSIF account.former_number IS NOT NULL THEN
    RAISE EXCEPTION 'erased already' USING ERRCODE = 'DB031';
  ELSIF account.deleted_at IS NULL THEN
    RAISE EXCEPTION 'not deleted' USING ERRCODE = 'DB030';
  END IF;
  PERFORM FROM logs WHERE worker_id = target FOR UPDATE;
  PERFORM FROM "payEntries" WHERE worker_id = target FOR UPDATE;
  PERFORM FROM rates WHERE worker_id = target FOR UPDATE;
  IF EXISTS (SELECT FROM rates WHERE worker_id = target AND deleted_at IS NULL)
    OR EXISTS (SELECT FROM "payEntries" WHERE worker_id = target AND deleted_at IS NULL)
    OR EXISTS (SELECT FROM settlements WHERE worker_id = target AND status <> 'void')
  THEN
    SELECT coalesce(sum(openings), 0) + coalesce(sum(earned), 0) + coalesce(sum(bonuses), 0) - coalesce(sum(deductions), 0)
      - coalesce(sum(payments), 0) - coalesce(sum(advances), 0) - coalesce(sum(payouts), 0) - coalesce(sum(settled), 0)
    INTO owed FROM pay_parts(target, '9999-12-31');
    IF owed <> 0 THEN
      RAISE EXCEPTION 'not settled' USING ERRCODE = 'DB032',
        DETAIL = (SELECT pay_text(owed, currency_digits(currency)) FROM settings);
    END IF;
  END IF;

  PERFORM set_config('daybook.removal', pg_current_xact_id()::text, true);
  PERFORM pg_advisory_xact_lock(hashtextextended('former workers', 0));
  SELECT coalesce(max(former_number), 0) + 1 INTO number FROM users;
  -- What is theirs, or was when the entry was written.
  theirs := ARRAY(
    SELECT id FROM logs WHERE worker_id = target UNION SELECT id FROM "payEntries" WHERE worker_id = target
    UNION SELECT id FROM rates WHERE worker_id = target UNION SELECT id FROM settlements WHERE worker_id = target
    UNION SELECT id FROM tokens WHERE user_id = target UNION SELECT id FROM calendars WHERE user_id = target UNION SELECT target
    UNION SELECT record_id FROM journal WHERE action = 'update' AND before ? 'worker_id' AND before ->> 'worker_id' = target::text);

  called := 'Former worker ' || number;
  DELETE FROM idempotency_keys
  WHERE user_id = target OR NOT kept ? operation AND strpos(answer::text, target::text) > 0;
  UPDATE idempotency_keys SET answer = without_person(answer, kept -> operation, target, theirs, called)
  WHERE kept ? operation AND (strpos(answer::text, target::text) > 0
    OR answer -> 0 ->> (kept -> operation ->> '_id') = ANY (theirs::text[]));

  UPDATE journal SET
    before = CASE WHEN kind IN ('users', 'tokens', 'calendars') THEN before - ARRAY(SELECT jsonb_object_keys(before))
      ELSE before - '{extra_notes,reason}'::text[] END,
    after = CASE WHEN kind IN ('users', 'tokens', 'calendars') THEN after - ARRAY(SELECT jsonb_object_keys(after))
      ELSE after - '{extra_notes,reason}'::text[] END
  WHERE record_id = ANY (theirs);
  UPDATE logs SET extra_notes = '', version = version + 1, updated_at = now(), changed_by = actor
  WHERE worker_id = target AND extra_notes <> '';
  UPDATE "payEntries" SET extra_notes = '', version = version + 1, updated_at = now(), changed_by = actor
  WHERE worker_id = target AND extra_notes <> '';
  UPDATE rates SET extra_notes = '', version = version + 1, updated_at = now(), changed_by = actor
  WHERE worker_id = target AND extra_notes <> '';
  UPDATE settlements SET reason = '', lines = without_notes(lines), version = version + 1, updated_at = now(), changed_by = actor
  WHERE worker_id = target AND (reason <> '' OR lines <> without_notes(lines));

  DELETE FROM sessions WHERE user_id = target;
  DELETE FROM devices WHERE user_id = target;
  DELETE FROM calendars WHERE user_id = target;
  DELETE FROM tokens WHERE user_id = target;
  -- Failed log-ins are counted by the SHA-256 of the username (packages/api/src/auth/throttle.ts).
  digest := rtrim(translate(encode(sha256(convert_to(account.username_key, 'UTF8')), 'base64'), '+/', '-_'), '=');
  DELETE FROM attempts WHERE strpos(key, ':' || digest) > 0;
  UPDATE users SET first_name = 'Former', last_name = 'worker ' || number, username = 'former-worker-' || number,
    username_key = 'former-worker-' || number, email = '', phone_number = '', active = false, password_hash = '',
    password_changed_at = created_at, session_epoch = session_epoch + 1, preferences = '{}', former_number = number,
    version = version + 1, updated_at = now(), changed_by = actor
  WHERE id = target;
  INSERT INTO journal (actor_id, kind, record_id, action) VALUES (actor, 'users', target, 'erase');
  PERFORM set_config('daybook.removal', '', true);
  RETURN number;
END $$;
