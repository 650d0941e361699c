-- Erases the personal data of a deleted user whose balance is 0, for good, and answers the number by which they are called
-- then (docs/rules.md, section 17): in the tables of personal_tables() (src/erasure/personal.ts). Who has neither rates, entries nor
-- settlements has no balance: what logs paid is all. Kept answers are erased by identifiers, whatever the person was called when they
-- were given: `kept` says for each operation under which key its answers have a field. What it does not know goes where it names the
-- person. Errors: DB015 no such user, DB030 not deleted, DB031 erased already, DB032 not settled (the detail is the balance).
CREATE OR REPLACE FUNCTION erase_user(target uuid, actor uuid, kept jsonb DEFAULT '{}') RETURNS integer LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  account users;
  number integer;
  owed numeric;
  called text;
  digest text;
  one record;
  ids uuid[];
  theirs uuid[] := ARRAY[target];
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
  FOR one IN SELECT * FROM personal_tables() WHERE is_journalled LOOP
    EXECUTE format('SELECT array_agg(id) FROM %I WHERE %I = $1', one.name, one.person) INTO ids USING target;
    theirs := theirs || ids;
  END LOOP;
  -- And what was theirs when the entry was written.
  theirs := theirs || ARRAY(SELECT record_id FROM journal
    WHERE action = 'update' AND before ? 'worker_id' AND before ->> 'worker_id' = target::text);

  called := 'Former worker ' || number;
  DELETE FROM idempotency_keys
  WHERE user_id = target OR NOT kept ? operation AND strpos(answer::text, target::text) > 0;
  UPDATE idempotency_keys SET answer = without_person(answer, kept -> operation, target, theirs, called)
  WHERE kept ? operation AND (strpos(answer::text, target::text) > 0
    OR answer -> 0 ->> (kept -> operation ->> '_id') = ANY (theirs::text[]));

  -- Whom a file of workers names is not known, since names are written in many ways; who waits for the commit of one reads it again.
  -- In other files a name stays, as it would in the records.
  DELETE FROM imports WHERE expires_at IS NOT NULL AND kind NOT IN ('bills', 'cheques', 'payees');
  UPDATE webhook_deliveries SET attempts =
    (SELECT jsonb_agg(attempt || '{"answer": ""}' ORDER BY n) FROM jsonb_array_elements(attempts) WITH ORDINALITY AS a (attempt, n))
  WHERE attempts @? '$[*] ? (@.answer != "")';
  UPDATE imports SET result = result - 'usernames'
  WHERE result ? 'usernames' AND batch IN (SELECT batch FROM journal WHERE record_id = target AND action = 'create');

  -- Of what is removed, and of the account, an entry loses everything.
  UPDATE journal SET
    before = CASE WHEN cleared IS NULL THEN before - ARRAY(SELECT jsonb_object_keys(before)) ELSE before - cleared END,
    after = CASE WHEN cleared IS NULL THEN after - ARRAY(SELECT jsonb_object_keys(after)) ELSE after - cleared END
  FROM personal_tables() WHERE kind = name AND record_id = ANY (theirs);
  FOR one IN SELECT * FROM personal_tables() WHERE name <> 'users' LOOP
    IF one.cleared IS NULL THEN
      EXECUTE format('DELETE FROM %I WHERE %I = $1', one.name, one.person) USING target;
    ELSIF one.cleared <> '{}' THEN
      EXECUTE format('UPDATE %I SET %s, version = version + 1, updated_at = now(), changed_by = $2 WHERE %I = $1 AND (%s)', one.name,
        (SELECT string_agg(format('%I = %s', field, value), ', ') FROM unnest(one.cleared, one.made) AS c (field, value)), one.person,
        (SELECT string_agg(format('%I <> %s', field, value), ' OR ') FROM unnest(one.cleared, one.made) AS c (field, value)))
        USING target, actor;
    END IF;
  END LOOP;
  -- Failed log-ins are counted by the SHA-256 of the username (packages/api/src/auth/throttle.ts).
  digest := rtrim(translate(encode(sha256(convert_to(account.username_key, 'UTF8')), 'base64'), '+/', '-_'), '=');
  DELETE FROM attempts WHERE strpos(key, ':' || digest) > 0;
  UPDATE users SET first_name = 'Former', last_name = 'worker ' || number, username = 'former-worker-' || number,
    username_key = 'former-worker-' || number, email = '', phone_number = '', active = false, password_hash = '',
    password_changed_at = created_at, session_epoch = session_epoch + 1, log_in_link_hash = NULL,
    log_in_link_epoch = NULL, log_in_link_until = NULL, recovery_codes_at = NULL, preferences = '{}', former_number = number,
    version = version + 1, updated_at = now(), changed_by = actor
  WHERE id = target;
  INSERT INTO journal (actor_id, kind, record_id, action) VALUES (actor, 'users', target, 'erase');
  PERFORM set_config('daybook.removal', '', true);
  RETURN number;
END $$;
