-- Cancels a cheque and makes those that replace it, which it answers after it. What `replacements` leaves out is kept.
-- Errors: those of record_cheque_events (0009_cheque_events.sql); DB004 a payee does not exist (the detail holds the place of its cheque).
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
