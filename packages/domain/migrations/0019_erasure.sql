ALTER TABLE "users" ADD COLUMN "former_number" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "users_former_number" ON "users" USING btree ("former_number") WHERE "users"."former_number" is not null;--> statement-breakpoint
-- The one exception to "records are never removed, and the journal is never altered": `erase_user`, `expire_journal` and
-- `expire_deleted` put the number of their transaction into a setting, and take it out again when they end. A setting
-- that was left over, or made by mistake, names another transaction.
CREATE FUNCTION may_remove() RETURNS boolean LANGUAGE sql VOLATILE
RETURN coalesce(current_setting('daybook.removal', true) = pg_current_xact_id_if_assigned()::text, false);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' OR NOT public.may_remove() THEN
    RAISE EXCEPTION 'the journal is never altered' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' OR NOT public.may_remove() THEN
    RAISE EXCEPTION 'records of % are never removed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_cheque_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' OR NOT public.may_remove() THEN
    RAISE EXCEPTION 'events of cheques are only added' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- As in 0016_settlements.sql; besides, texts about a person may be erased. Its figures never change.
CREATE OR REPLACE FUNCTION keep_settlement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  changing text[] := '{status,reason,acknowledged_at,voided_after,version,updated_at,changed_by}';
BEGIN
  IF may_remove() THEN
    changing := changing || 'lines'::text;
  END IF;
  IF to_jsonb(NEW) - changing <> to_jsonb(OLD) - changing THEN
    RAISE EXCEPTION 'a settlement stays as it was issued' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_settlement_payout() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF current_setting('daybook.settlement', true) IS DISTINCT FROM OLD.settlement_id::text AND NOT may_remove() THEN
    PERFORM refuse_settlement_change('payout_of_settlement', jsonb_build_object('settlement', OLD.settlement_id));
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- As in 0007_undo.sql; besides, what is erased is not written down again.
CREATE OR REPLACE FUNCTION write_journal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  was jsonb;
  is_now jsonb;
  what text;
BEGIN
  IF TG_OP = 'UPDATE' AND may_remove() THEN
    RETURN NULL;
  END IF;
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
-- DB031: the account is erased, and nothing brings it back: no restoration, no undo.
CREATE FUNCTION keep_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the account is erased' USING ERRCODE = 'DB031';
END $$;
--> statement-breakpoint
CREATE TRIGGER users_erased BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.former_number IS NOT NULL)
EXECUTE FUNCTION keep_erased();
--> statement-breakpoint
-- The lines of a settlement without the notes of their entries.
CREATE FUNCTION without_notes(lines jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE
RETURN (
  SELECT coalesce(jsonb_agg(jsonb_set(line, '{entries}', (
    SELECT coalesce(jsonb_agg(entry || '{"extraNotes": ""}' ORDER BY at), '[]')
    FROM jsonb_array_elements(line -> 'entries') WITH ORDINALITY AS e (entry, at))) ORDER BY day), '[]')
  FROM jsonb_array_elements(lines) WITH ORDINALITY AS l (line, day));
--> statement-breakpoint
-- Erases the personal data of a deleted user whose balance is 0, for good, and answers the number by which they are called
-- then (docs/rules.md, section 17). Who has neither rates, entries nor settlements has no balance: what logs paid is all.
-- Errors: DB015 no such user, DB030 not deleted, DB031 erased already, DB032 not settled (the detail is the balance).
CREATE FUNCTION erase_user(target uuid, actor uuid) RETURNS integer LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  account users;
  number integer;
  owed numeric;
  digest text;
  theirs uuid[];
  texts text[];
  one text;
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
    UNION SELECT id FROM tokens WHERE user_id = target UNION SELECT target
    UNION SELECT record_id FROM journal WHERE action = 'update' AND before ? 'worker_id' AND before ->> 'worker_id' = target::text);

  -- An answer that is kept for an Idempotency-Key holds the name, and the notes as they were then.
  texts := ARRAY(
    SELECT DISTINCT value FROM journal,
      LATERAL (VALUES (before ->> 'extra_notes'), (after ->> 'extra_notes'), (after ->> 'reason')) AS said (value)
    WHERE record_id = ANY (theirs) AND value <> '');
  DELETE FROM idempotency_keys
  WHERE user_id = target OR operation = 'users' AND strpos(answer::text, target::text) > 0;
  UPDATE idempotency_keys
  SET answer = replace(answer::text, to_jsonb(account.full_name)::text, to_jsonb('Former worker ' || number)::text)::jsonb
  WHERE strpos(answer::text, target::text) > 0;
  FOREACH one IN ARRAY texts LOOP
    UPDATE idempotency_keys SET answer = replace(answer::text, to_jsonb(one)::text, '""')::jsonb
    WHERE strpos(answer::text, target::text) > 0 AND strpos(answer::text, to_jsonb(one)::text) > 0;
  END LOOP;

  UPDATE journal SET
    before = CASE WHEN kind IN ('users', 'tokens') THEN before - ARRAY(SELECT jsonb_object_keys(before))
      ELSE before - '{extra_notes,reason}'::text[] END,
    after = CASE WHEN kind IN ('users', 'tokens') THEN after - ARRAY(SELECT jsonb_object_keys(after))
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
--> statement-breakpoint
-- How many rows of a kind were removed because of their age: one entry for a day, of the record of the settings.
CREATE FUNCTION record_removal(what text, number integer) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  business uuid := (SELECT id FROM settings);
BEGIN
  UPDATE journal SET after = after || jsonb_build_object(what, coalesce((after ->> what)::integer, 0) + number)
  WHERE id = (SELECT id FROM journal WHERE record_id = business AND action = 'erase' AND at > now() - interval '1 day'
    ORDER BY id DESC LIMIT 1);
  IF NOT FOUND THEN
    INSERT INTO journal (kind, record_id, action, after)
    VALUES ('settings', business, 'erase', jsonb_build_object(what, number));
  END IF;
END $$;
--> statement-breakpoint
-- Removes entries of the journal from before a moment, of those that come after an entry as many as `most` looked at. The
-- deletion of what is in the trash stays without its contents, since it is what the trash is read from.
CREATE FUNCTION expire_journal(until timestamptz, after_entry bigint, most integer,
  OUT scanned integer, OUT deleted integer, OUT after bigint
) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  old bigint[];
  kept bigint[];
BEGIN
  SELECT array_agg(id ORDER BY id) INTO old FROM (
    SELECT * FROM (SELECT id, at FROM journal WHERE id > after_entry ORDER BY id LIMIT most) AS first WHERE at < until) AS found;
  scanned := coalesce(cardinality(old), 0);
  deleted := 0;
  after := old[scanned];
  IF scanned = 0 THEN
    RETURN;
  END IF;
  PERFORM set_config('daybook.removal', pg_current_xact_id()::text, true);
  kept := ARRAY(
    SELECT id FROM journal AS entry WHERE id = ANY (old) AND action = 'delete' AND NOT EXISTS (
      SELECT FROM journal AS later WHERE later.record_id = entry.record_id AND later.id > entry.id));
  UPDATE journal SET before = '{}' WHERE id = ANY (kept) AND before <> '{}';
  DELETE FROM journal WHERE id = ANY (old) AND id <> ALL (kept);
  GET DIAGNOSTICS deleted = ROW_COUNT;
  IF deleted > 0 THEN
    PERFORM record_removal('journal', deleted);
  END IF;
  PERFORM set_config('daybook.removal', '', true);
END $$;
--> statement-breakpoint
-- Removes records that were deleted before a moment, with their entries in the journal; as above, of the deletions that come
-- after an entry. What others name stays, as do accounts, which are erased, and entries that belong to a settlement.
CREATE FUNCTION expire_deleted(until timestamptz, after_entry bigint, most integer,
  OUT scanned integer, OUT deleted integer, OUT after bigint
) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  deletion record;
  target uuid;
BEGIN
  scanned := 0;
  deleted := 0;
  FOR deletion IN SELECT * FROM (
    SELECT id, at, kind, record_id FROM journal WHERE action = 'delete' AND id > after_entry ORDER BY id LIMIT most
  ) AS first WHERE at < until ORDER BY id LOOP
    scanned := scanned + 1;
    after := deletion.id;
    CONTINUE WHEN deletion.kind = 'users';
    target := NULL;
    EXECUTE format('SELECT id FROM %I WHERE id = $1 AND deleted_at < $2 %s FOR UPDATE SKIP LOCKED', deletion.kind,
      CASE deletion.kind WHEN 'payEntries' THEN 'AND settlement_id IS NULL AND kept_from_id IS NULL' END)
      INTO target USING deletion.record_id, until;
    CONTINUE WHEN target IS NULL;
    PERFORM set_config('daybook.removal', pg_current_xact_id()::text, true);
    BEGIN
      IF deletion.kind = 'cheques' THEN
        DELETE FROM cheque_events WHERE cheque_id = target;
      END IF;
      EXECUTE format('DELETE FROM %I WHERE id = $1', deletion.kind) USING target;
      DELETE FROM journal WHERE record_id = target;
      deleted := deleted + 1;
      PERFORM record_removal(deletion.kind, 1);
    EXCEPTION WHEN foreign_key_violation THEN
      NULL;
    END;
  END LOOP;
  PERFORM set_config('daybook.removal', '', true);
END $$;
