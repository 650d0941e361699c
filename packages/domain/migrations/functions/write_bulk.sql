-- Executes commands that write many records of a table, all or none. Each is an object: "text", a statement that writes one row for
-- each of its "items", $1, which may read the arguments, $2; "part", as a fault names it. `answer` selects the records with the
-- identifiers of $1, as JSON. A dry run answers the same and writes nothing.
-- Errors: DB040 items that are at fault, each found by writing them one after another: the detail is a list of their "part", "index"
-- and what PostgreSQL says, or for a record that is not there in the version that was sent, "version", the one that it has; DB041
-- the answer has more than 8 MiB; what a statement refuses that is no fault of an item.
CREATE OR REPLACE FUNCTION write_bulk(
  of_table text, commands jsonb, arguments jsonb, answer text, answered uuid[], batch uuid, dry_run boolean
) RETURNS jsonb LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  command jsonb;
  item jsonb;
  index bigint;
  written integer;
  result jsonb;
  fault jsonb;
  faults jsonb := '[]';
  state text;
  detail text;
  violated text;
  at_column text;
  present integer;
BEGIN
  PERFORM set_config('daybook.batch', batch::text, true);
  -- In one order, so that two of them wait for each other and do not deadlock; and until the end, so that the search for faults
  -- finds them as they were.
  EXECUTE format('SELECT FROM %I WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', of_table) USING answered;
  BEGIN
    FOR command IN SELECT value FROM jsonb_array_elements(commands) LOOP
      EXECUTE command ->> 'text' USING command -> 'items', arguments;
      GET DIAGNOSTICS written = ROW_COUNT;
      IF written < jsonb_array_length(command -> 'items') THEN
        RAISE EXCEPTION 'some are not there' USING ERRCODE = 'DB040';
      END IF;
    END LOOP;
    EXECUTE answer INTO result USING answered, arguments;
    IF octet_length(result::text) > 8 * 1024 * 1024 THEN
      RAISE EXCEPTION 'the answer is too large' USING ERRCODE = 'DB041';
    END IF;
    IF dry_run THEN
      RAISE EXCEPTION 'nothing is written' USING ERRCODE = 'DB042';
    END IF;
    RETURN result;
  EXCEPTION WHEN OTHERS THEN
    IF SQLSTATE = 'DB042' THEN
      RETURN result;
    END IF;
    IF SQLSTATE !~ '^(22|23|DB)' OR SQLSTATE = 'DB041' THEN
      RAISE;
    END IF;
    FOR command, item, index IN
      SELECT each.value, one.value, one.ordinality - 1
      FROM jsonb_array_elements(commands) AS each, jsonb_array_elements(each.value -> 'items') WITH ORDINALITY AS one
    LOOP
      BEGIN
        EXECUTE command ->> 'text' USING jsonb_build_array(item), arguments;
        GET DIAGNOSTICS written = ROW_COUNT;
        CONTINUE WHEN written > 0;
        EXECUTE format('SELECT version FROM %I WHERE id = $1 AND deleted_at IS NULL', of_table)
          INTO present USING (item ->> '_id')::uuid;
        fault := jsonb_build_object('code', 'DB040', 'version', present);
      EXCEPTION WHEN OTHERS THEN
        IF SQLSTATE !~ '^(22|23|DB)' THEN
          RAISE;
        END IF;
        GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, detail = PG_EXCEPTION_DETAIL,
          violated = CONSTRAINT_NAME, at_column = COLUMN_NAME;
        fault := jsonb_build_object('code', state, 'detail', detail, 'constraint', violated, 'column', at_column);
      END;
      faults := faults || (fault || jsonb_build_object('part', command -> 'part', 'index', index));
    END LOOP;
    -- None: what was refused together is taken one after another, as by then somebody else's change has ended.
    IF faults = '[]' THEN
      RAISE;
    END IF;
    RAISE EXCEPTION 'items are at fault' USING ERRCODE = 'DB040', DETAIL = faults::text;
  END;
END $$;
