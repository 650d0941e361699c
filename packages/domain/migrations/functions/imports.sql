-- Creates the records of an import, once: asked again it answers what it did. `writes` are objects: "table", and "commands" for
-- write_bulk; `events` of cheques: "id", "kind" and "date".
-- Errors: DB043 it is not there any more; DB040 as write_bulk says, with the "part" of the commands; DB010 as record_cheque_events says.
CREATE OR REPLACE FUNCTION commit_import(
  target uuid, writes jsonb, arguments jsonb, events jsonb, batch uuid, business_day date, summary jsonb
) RETURNS jsonb LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  found_import imports;
  one jsonb;
  actor uuid := (arguments ->> 'actor')::uuid;
  event record;
BEGIN
  SELECT * INTO found_import FROM imports WHERE id = target FOR UPDATE;
  IF found_import.committed_at IS NOT NULL THEN
    RETURN found_import.result;
  ELSIF found_import.records IS NULL OR found_import.expires_at < now() THEN
    RAISE EXCEPTION 'the import has expired' USING ERRCODE = 'DB043';
  END IF;
  FOR one IN SELECT value FROM jsonb_array_elements(writes) LOOP
    PERFORM write_bulk(one ->> 'table', one -> 'commands', arguments, 'SELECT NULL::jsonb', '{}', batch, false);
  END LOOP;
  FOR event IN
    SELECT item.kind, item.date, array_agg(item.id ORDER BY item.id) AS ids
    FROM jsonb_to_recordset(events) AS item(id uuid, kind text, date date) GROUP BY item.kind, item.date ORDER BY item.date, item.kind
  LOOP
    PERFORM FROM record_cheque_events(event.ids, event.kind, event.date, business_day, '', NULL, actor, true, NULL, batch);
  END LOOP;
  UPDATE imports SET committed_at = now(), expires_at = NULL, rows = NULL, records = NULL, batch = commit_import.batch, result = summary,
    file = file || jsonb_build_object('columns', (
      SELECT coalesce(jsonb_agg(value || '{"samples": []}' ORDER BY place), '[]')
      FROM jsonb_array_elements(file -> 'columns') WITH ORDINALITY AS one(value, place)))
  WHERE id = target;
  RETURN summary;
END $$;

-- Deletes what an import created and nobody has changed since or named in a record of theirs. The answer: "deleted", how many,
-- and "kept", objects with "kind" and "_id".
CREATE OR REPLACE FUNCTION undo_import(target uuid, actor uuid, batch uuid, business_day date) RETURNS jsonb LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  made uuid;
  of_kind text;
  ids uuid[];
  removed integer;
  deleted integer := 0;
  kept jsonb := '[]';
BEGIN
  UPDATE imports SET undone_at = now() WHERE id = target AND committed_at IS NOT NULL AND undone_at IS NULL
    RETURNING imports.batch INTO made;
  IF made IS NULL THEN
    RAISE EXCEPTION 'undone already' USING ERRCODE = 'DB044';
  END IF;
  PERFORM set_config('daybook.batch', batch::text, true);
  -- What names others before what is named.
  FOR of_kind IN
    SELECT kind FROM journal WHERE journal.batch = made AND action = 'create' GROUP BY kind ORDER BY kind IN ('payees', 'users'), kind
  LOOP
    EXECUTE format('SELECT coalesce(array_agg(id), %L) FROM (
        SELECT id FROM %I AS r WHERE deleted_at IS NULL AND id IN (
          SELECT record_id FROM journal WHERE journal.batch = $1 AND action = %L AND kind = %L)
        AND NOT EXISTS (SELECT FROM journal AS later WHERE later.record_id = r.id AND later.batch IS DISTINCT FROM $1)
        %s ORDER BY id FOR UPDATE) AS untouched',
      '{}', of_kind, 'create', of_kind, CASE of_kind
        WHEN 'payees' THEN 'AND NOT EXISTS (SELECT FROM cheques WHERE payee_id = r.id AND deleted_at IS NULL)
          AND NOT EXISTS (SELECT FROM bills WHERE payee_id = r.id AND deleted_at IS NULL)'
        WHEN 'cheques' THEN 'AND NOT EXISTS (SELECT FROM bills WHERE cheque_id = r.id AND deleted_at IS NULL)'
        WHEN 'users' THEN 'AND NOT EXISTS (SELECT FROM logs WHERE worker_id = r.id AND deleted_at IS NULL)
          AND NOT EXISTS (SELECT FROM "payEntries" WHERE worker_id = r.id AND deleted_at IS NULL)
          AND NOT EXISTS (SELECT FROM rates WHERE worker_id = r.id AND deleted_at IS NULL)'
        ELSE '' END) INTO ids USING made;
    IF of_kind = 'cheques' THEN
      PERFORM FROM record_cheque_events(ARRAY(SELECT id FROM cheques WHERE id = ANY (ids) AND status NOT IN ('issued', 'cancelled')),
        'undo', NULL, business_day, '', NULL, actor, true, NULL, batch);
    END IF;
    EXECUTE format('UPDATE %I SET deleted_at = now(), version = version + 1, updated_at = now(), changed_by = $2 WHERE id = ANY ($1)', of_kind)
      USING ids, actor;
    GET DIAGNOSTICS removed = ROW_COUNT;
    deleted := deleted + removed;
    -- So that the next import from there brings them again.
    DELETE FROM external_ids WHERE id = ANY (ids);
    kept := kept || coalesce((
      SELECT jsonb_agg(jsonb_build_object('kind', of_kind, '_id', record_id) ORDER BY id) FROM journal
      WHERE journal.batch = made AND action = 'create' AND kind = of_kind AND record_id <> ALL (ids)), '[]');
  END LOOP;
  RETURN jsonb_build_object('deleted', deleted, 'kept', kept);
END $$;
