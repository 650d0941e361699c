-- What is never removed or altered, and what may be changed of it: everything else only in the functions that set
-- `daybook.removal` (may_remove, 0019_erasure.sql).
CREATE OR REPLACE FUNCTION keep_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' OR NOT public.may_remove() THEN
    RAISE EXCEPTION 'the journal is never altered' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' OR NOT public.may_remove() THEN
    RAISE EXCEPTION 'records of % are never removed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_cheque_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' OR NOT public.may_remove() THEN
    RAISE EXCEPTION 'events of cheques are only added' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

-- Its figures never change; texts about a person may be erased.
CREATE OR REPLACE FUNCTION keep_settlement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  changing text[] := '{status,reason,acknowledged_at,voided_after,version,updated_at,changed_by,size,attachments}';
BEGIN
  IF may_remove() THEN
    changing := changing || '{lines,full_lines,worker_name}';
  END IF;
  IF to_jsonb(NEW) - changing <> to_jsonb(OLD) - changing THEN
    RAISE EXCEPTION 'a settlement stays as it was issued' USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.size := OLD.size + names_bytes(NEW.business, NEW.worker_name || NEW.reason)
    - names_bytes(OLD.business, OLD.worker_name || OLD.reason);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION keep_settlement_payout() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF current_setting('daybook.settlement', true) IS DISTINCT FROM OLD.settlement_id::text AND NOT may_remove() THEN
    PERFORM refuse_settlement_change('payout_of_settlement', jsonb_build_object('settlement', OLD.settlement_id));
  END IF;
  RETURN NEW;
END $$;

-- DB022: the currency is fixed while there is a settlement that is not void. One is issued with the row of the settings locked, so
-- that none appears while the currency changes.
CREATE OR REPLACE FUNCTION keep_currency() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM settlements WHERE status <> 'void') THEN
    RAISE EXCEPTION 'there are settlements in the currency' USING ERRCODE = 'DB022';
  END IF;
  RETURN NEW;
END $$;
