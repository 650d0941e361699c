-- Takes back changes of the journal, all or none, the latest first. Each is an object: "entry", its number; "set", columns
-- that are set besides those that the entry has; "require", what the record must hold for the caller to be allowed.
-- Errors: DB001 the record has changed since (the detail holds both values), DB002 it was deleted or restored since,
-- DB003 the caller may not, DB004 a record that it names is deleted, DB005 no active Administrator would be left.
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
    DELETE FROM external_ids WHERE change.action = 'create' AND id = change.record_id;
    -- Sessions end with the account, and do not come back with it.
    UPDATE users SET session_epoch = session_epoch + 1
    WHERE change.kind = 'users' AND id = change.record_id AND (NOT active OR deleted_at IS NOT NULL);
  END LOOP;
  IF administrators > 0 AND NOT EXISTS (
    SELECT FROM users WHERE access_level = 'Administrator' AND active AND deleted_at IS NULL) THEN
    RAISE EXCEPTION 'no active Administrator left' USING ERRCODE = 'DB005';
  END IF;
END $$;
