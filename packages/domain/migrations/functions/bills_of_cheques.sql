-- The cheques that are to be paid in the place of one: itself while it is not cancelled, or those that replace it, and so on. `current`
-- is an open one while there is any; `paid` says whether every one of them is cleared.
CREATE OR REPLACE FUNCTION outcome_of_cheque(cheque uuid) RETURNS TABLE (current uuid, paid boolean) LANGUAGE sql STABLE
SET search_path = public, pg_temp AS $$
  WITH RECURSIVE line AS (
    SELECT id, status, deleted_at FROM cheques WHERE id = cheque
    UNION ALL
    SELECT later.id, later.status, later.deleted_at FROM line JOIN cheques AS later ON later.replaces_id = line.id
    WHERE line.status = 'cancelled' AND later.deleted_at IS NULL
  ), last AS (
    SELECT id, status FROM line WHERE deleted_at IS NULL
      AND (status <> 'cancelled' OR NOT EXISTS (SELECT FROM cheques AS later WHERE later.replaces_id = line.id AND later.deleted_at IS NULL))
  )
  SELECT coalesce((array_agg(id ORDER BY status IN ('issued', 'presented', 'bounced') DESC, id))[1], cheque),
    coalesce(bool_and(status = 'cleared'), false)
  FROM last
$$;

CREATE OR REPLACE FUNCTION follow_cheque() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  line uuid[];
  locked uuid[];
BEGIN
  -- Who sends back the cheque that was answered has not named another one.
  IF TG_OP = 'UPDATE' AND NEW.cheque_id = OLD.current_cheque_id AND coalesce(current_setting('daybook.undoes', true), '') = '' THEN
    NEW.cheque_id := OLD.cheque_id;
    RETURN NEW;
  END IF;
  -- What changes one of them at the same time waits, and finds this bill.
  LOOP
    WITH RECURSIVE found AS (
      SELECT NEW.cheque_id AS id
      UNION ALL
      SELECT later.id FROM found JOIN cheques AS later ON later.replaces_id = found.id
    ) SELECT array_agg(id ORDER BY id) INTO line FROM found;
    EXIT WHEN line = locked;
    PERFORM FROM cheques WHERE id = ANY (line) ORDER BY id FOR SHARE;
    locked := line;
  END LOOP;
  SELECT current, paid INTO NEW.current_cheque_id, NEW.paid_by_cheque FROM outcome_of_cheque(NEW.cheque_id);
  RETURN NEW;
END $$;

-- Their names come before that of the trigger that finds an unchanged record.
CREATE OR REPLACE TRIGGER bills_cheque BEFORE INSERT ON bills FOR EACH ROW
WHEN (NEW.cheque_id IS NOT NULL) EXECUTE FUNCTION follow_cheque();
CREATE OR REPLACE TRIGGER bills_cheque_changed BEFORE UPDATE ON bills FOR EACH ROW
WHEN (OLD.cheque_id IS DISTINCT FROM NEW.cheque_id) EXECUTE FUNCTION follow_cheque();

-- Tells the bills of a cheque, and of those before it, what became of it. They keep their version: nobody changed them.
CREATE OR REPLACE FUNCTION update_bills_of_cheque() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  line uuid[];
BEGIN
  WITH RECURSIVE found AS (
    SELECT NEW.id, NEW.replaces_id
    UNION ALL
    SELECT earlier.id, earlier.replaces_id FROM found JOIN cheques AS earlier ON earlier.id = found.replaces_id
  ) SELECT array_agg(id) INTO line FROM found;
  -- Of two cheques that are cleared at the same time, the second one sees the first.
  PERFORM FROM bills WHERE cheque_id = ANY (line) ORDER BY id FOR NO KEY UPDATE;
  IF FOUND THEN
    UPDATE bills SET current_cheque_id = current, paid_by_cheque = paid, updated_at = now()
    FROM unnest(line) AS one, outcome_of_cheque(one)
    WHERE cheque_id = one AND (current_cheque_id, paid_by_cheque) IS DISTINCT FROM (current, paid);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER cheques_bills AFTER UPDATE ON cheques FOR EACH ROW
WHEN (OLD.status <> NEW.status OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION update_bills_of_cheque();
CREATE OR REPLACE TRIGGER cheques_replacing_bills AFTER INSERT ON cheques FOR EACH ROW
WHEN (NEW.replaces_id IS NOT NULL) EXECUTE FUNCTION update_bills_of_cheque();
