-- Writes the cheque that pays these bills, and names it in each of them. The bills are locked in one order, so that of two who pay the
-- same bill at the same time the second one is refused.
-- Errors: DB004 a payee or an account that is not there, by its column; DB015 bills that are not there, and DB060 bills that are paid
-- or have a cheque that is neither cancelled nor deleted: the detail is a list of their identifiers.
CREATE OR REPLACE FUNCTION pay_bills(
  paid uuid[], id uuid, serial text, due_date date, value numeric, description text, payee uuid, account uuid, actor uuid, batch uuid
) RETURNS SETOF cheques LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  made cheques;
  faults jsonb;
BEGIN
  PERFORM set_config('daybook.batch', batch::text, true);
  PERFORM FROM bills AS b WHERE b.id = ANY (paid) ORDER BY b.id FOR NO KEY UPDATE;
  SELECT jsonb_agg(one) INTO faults FROM unnest(paid) AS one
  WHERE NOT EXISTS (SELECT FROM bills AS b WHERE b.id = one AND b.deleted_at IS NULL);
  IF faults IS NOT NULL THEN
    RAISE EXCEPTION 'no such bills' USING ERRCODE = 'DB015', DETAIL = faults::text;
  END IF;
  SELECT jsonb_agg(b.id) INTO faults FROM bills AS b
  WHERE b.id = ANY (paid) AND (b.paid_on IS NOT NULL OR b.paid_by_cheque OR EXISTS (
    SELECT FROM cheques AS c WHERE c.id = b.current_cheque_id AND c.deleted_at IS NULL AND c.status <> 'cancelled'));
  IF faults IS NOT NULL THEN
    RAISE EXCEPTION 'bills are paid' USING ERRCODE = 'DB060', DETAIL = faults::text;
  END IF;
  PERFORM FROM payees AS p WHERE p.id = payee AND p.deleted_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such payee' USING ERRCODE = 'DB004', COLUMN = 'payee';
  END IF;
  PERFORM FROM "bankAccounts" AS a WHERE a.id = account AND a.deleted_at IS NULL FOR SHARE;
  IF account IS NOT NULL AND NOT FOUND THEN
    RAISE EXCEPTION 'no such account' USING ERRCODE = 'DB004', COLUMN = 'account';
  END IF;
  INSERT INTO cheques AS c (id, serial, due_date, value, description, payee_id, account_id, is_cancelled, changed_by)
  VALUES (id, serial, due_date, value, description, payee, account, false, actor)
  RETURNING c.* INTO made;
  UPDATE bills AS b SET cheque_id = made.id, version = b.version + 1, updated_at = now(), changed_by = actor WHERE b.id = ANY (paid);
  RETURN NEXT made;
END $$;
