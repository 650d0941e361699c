-- The record that an attachment is of: its table, and the column that names it.
CREATE OR REPLACE FUNCTION attached_to(one attachments, OUT kind text, OUT named text, OUT record uuid) LANGUAGE sql IMMUTABLE AS $$
  SELECT kind, named, record FROM (VALUES
    ('bills', 'bill_id', one.bill_id), ('cheques', 'cheque_id', one.cheque_id),
    ('payees', 'payee_id', one.payee_id), ('settlements', 'settlement_id', one.settlement_id)
  ) AS of_each (kind, named, record) WHERE record IS NOT NULL;
$$;

-- Keeps the number of attachments of a record, which neither gets a version nor an entry in the journal by it. Its row is locked, so
-- that of many at once no more are taken than it may have. Errors: DB004 the record is deleted, DB052 it has 20 already.
CREATE OR REPLACE FUNCTION count_attachment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  added integer := (NEW.deleted_at IS NULL)::integer;
  counted integer;
  parent record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    added := added - (OLD.deleted_at IS NULL)::integer;
  END IF;
  IF added = 0 THEN
    RETURN NULL;
  END IF;
  parent := attached_to(NEW);
  EXECUTE format('UPDATE %I SET attachments = attachments + $2, updated_at = now()
    WHERE id = $1 AND ($2 < 0 OR deleted_at IS NULL) RETURNING attachments', parent.kind) INTO counted USING parent.record, added;
  IF counted IS NULL THEN
    RAISE EXCEPTION 'names a deleted record' USING ERRCODE = 'DB004', COLUMN = parent.named;
  ELSIF added > 0 AND counted > 20 THEN
    RAISE EXCEPTION 'as many as a record may have' USING ERRCODE = 'DB052';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER attachments_counted AFTER INSERT OR UPDATE ON attachments FOR EACH ROW EXECUTE FUNCTION count_attachment();

-- Makes an attachment of the pieces that were sent, which are checked to be as many bytes as were counted. `room`: bytes of all
-- attachments together. Of several at once each sees those before it.
-- Errors: DB003 the caller may not pay the worker of the settlement, DB015 there is no such record, DB050 pieces are missing, DB051
-- there is no room; those of count_attachment.
CREATE OR REPLACE FUNCTION add_attachment(
  target uuid, of_kind text, record uuid, called text, media text, bytes integer, digest text, room bigint, actor uuid
) RETURNS SETOF attachments LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  worker uuid;
  is_there boolean;
BEGIN
  IF of_kind = 'settlements' THEN
    SELECT worker_id INTO worker FROM settlements WHERE id = record;
    IF worker IS NOT NULL AND NOT may_pay(actor, worker) THEN
      RAISE EXCEPTION 'the caller may not pay this worker' USING ERRCODE = 'DB003';
    END IF;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('attachments', 0));
  EXECUTE format('SELECT true FROM %I WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE', of_kind) INTO is_there USING record;
  IF is_there IS NULL THEN
    RAISE EXCEPTION 'no such record' USING ERRCODE = 'DB015';
  ELSIF bytes IS DISTINCT FROM (SELECT sum(octet_length(p.bytes)) FROM attachment_pieces AS p WHERE p.attachment_id = target) THEN
    RAISE EXCEPTION 'pieces are missing' USING ERRCODE = 'DB050';
  ELSIF room < bytes + (SELECT coalesce(sum(size), 0) FROM attachments WHERE purged_at IS NULL) THEN
    RAISE EXCEPTION 'no room' USING ERRCODE = 'DB051';
  END IF;
  UPDATE attachment_pieces SET expires_at = NULL WHERE attachment_id = target;
  RETURN QUERY INSERT INTO attachments (id, bill_id, cheque_id, payee_id, settlement_id, name, type, size, sha256, changed_by)
    VALUES (target, CASE of_kind WHEN 'bills' THEN record END, CASE of_kind WHEN 'cheques' THEN record END,
      CASE of_kind WHEN 'payees' THEN record END, CASE of_kind WHEN 'settlements' THEN record END, called, media, bytes, digest, actor)
    RETURNING *;
END $$;

-- Removes the bytes of an attachment for good. The entry in the journal takes it out of the trash.
CREATE OR REPLACE FUNCTION purge_attachment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM attachment_pieces WHERE attachment_id = NEW.id;
  INSERT INTO journal (actor_id, kind, record_id, action, version) VALUES (NEW.changed_by, 'attachments', NEW.id, 'erase', NEW.version);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER attachments_purged AFTER UPDATE ON attachments FOR EACH ROW
WHEN (OLD.purged_at IS NULL AND NEW.purged_at IS NOT NULL) EXECUTE FUNCTION purge_attachment();

-- DB053: the bytes are gone, and nothing brings the attachment back.
CREATE OR REPLACE FUNCTION keep_purged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the file is gone' USING ERRCODE = 'DB053';
END $$;

CREATE OR REPLACE TRIGGER attachments_gone BEFORE UPDATE ON attachments FOR EACH ROW
WHEN (OLD.purged_at IS NOT NULL AND NEW.deleted_at IS NULL) EXECUTE FUNCTION keep_purged();

-- With an attachment that retention removes, also together with its record, its bytes and its entries in the journal go.
CREATE OR REPLACE FUNCTION remove_attachment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM attachment_pieces WHERE attachment_id = OLD.id;
  DELETE FROM journal WHERE record_id = OLD.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER attachments_removed AFTER DELETE ON attachments FOR EACH ROW EXECUTE FUNCTION remove_attachment();

-- With an account the files of its settlements are erased, and what they were called.
CREATE OR REPLACE FUNCTION erase_attachments() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  ids uuid[] := ARRAY(
    SELECT attachments.id FROM attachments JOIN settlements ON settlements.id = settlement_id WHERE worker_id = NEW.id);
BEGIN
  UPDATE journal SET before = before - 'name', after = after - 'name' WHERE kind = 'attachments' AND record_id = ANY (ids);
  DELETE FROM idempotency_keys WHERE operation = 'attachments' AND answer -> 0 ->> 'c0' = ANY (ids::text[]);
  UPDATE attachments SET name = '', thumbnail = NULL, deleted_at = coalesce(deleted_at, now()), purged_at = coalesce(purged_at, now()),
    version = version + 1, updated_at = now(), changed_by = NEW.changed_by
  WHERE id = ANY (ids);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_erased_attachments AFTER UPDATE ON users FOR EACH ROW
WHEN (OLD.former_number IS NULL AND NEW.former_number IS NOT NULL) EXECUTE FUNCTION erase_attachments();
