-- Makes a cheque for each month, all or none, and answers them, each with what is odd about its serial (`serial_warnings`). The nth
-- falls due n - 1 months after the first, on the last day of a month that is too short. Serials go on from `first_serial`, or from
-- the next one of a chequebook, which is locked: two series at once have no number in common. Without `ids` nothing is made: it
-- answers what would be.
-- Errors: DB004 a record does not exist (the column is the field that names it), DB016 the chequebook has too few numbers left
-- (the detail says how many), DB017 the account is not the chequebook's, which is the detail.
CREATE FUNCTION add_cheque_series(
  ids uuid[], months integer, first_day date, amount numeric, about text, payee uuid, account uuid, first_serial text,
  book uuid, actor uuid, batch uuid
) RETURNS TABLE (cheque cheques, warnings jsonb) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  from_book chequebooks;
  numbers_left numeric;
  number numeric;
  digits integer;
BEGIN
  PERFORM set_config('daybook.batch', coalesce(batch::text, ''), true);
  IF book IS NOT NULL THEN
    SELECT * INTO from_book FROM chequebooks AS b WHERE b.id = book AND b.deleted_at IS NULL FOR UPDATE;
    IF from_book.id IS NULL THEN
      RAISE EXCEPTION 'no such chequebook' USING ERRCODE = 'DB004', COLUMN = 'chequebook';
    ELSIF account <> from_book.account_id THEN
      RAISE EXCEPTION 'another account' USING ERRCODE = 'DB017', DETAIL = from_book.account_id::text;
    END IF;
    account := from_book.account_id;
    first_serial := next_serial(account, from_book.first_serial, from_book.last_serial);
    numbers_left := coalesce(serial_number(from_book.last_serial) - serial_number(first_serial) + 1, 0);
    IF numbers_left < months THEN
      RAISE EXCEPTION 'too few numbers' USING ERRCODE = 'DB016', DETAIL = numbers_left::text;
    END IF;
  END IF;
  PERFORM FROM payees AS p WHERE p.id = payee AND p.deleted_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such payee' USING ERRCODE = 'DB004', COLUMN = 'payee';
  END IF;
  PERFORM FROM "bankAccounts" AS a WHERE a.id = account AND a.deleted_at IS NULL FOR SHARE;
  IF account IS NOT NULL AND NOT FOUND THEN
    RAISE EXCEPTION 'no such account' USING ERRCODE = 'DB004', COLUMN = CASE WHEN book IS NULL THEN 'account' ELSE 'chequebook' END;
  END IF;

  digits := length(serial_digits(first_serial));
  FOR n IN 0 .. months - 1 LOOP
    number := serial_number(first_serial) + n;
    cheque := NULL;
    cheque.id := coalesce(ids[n + 1], '00000000-0000-0000-0000-000000000000');
    -- Unlike `serial_with`, a number that needs one more digit gets it.
    cheque.serial := serial_text(first_serial) || lpad(number::text, greatest(digits, length(number::text)), '0')
      || substr(first_serial, length(serial_text(first_serial)) + digits + 1);
    cheque.due_date := first_day + make_interval(months => n);
    cheque.value := amount;
    cheque.description := about;
    cheque.payee_id := payee;
    cheque.account_id := account;
    -- The others of a series leave no gap.
    SELECT jsonb_agg(odd) INTO warnings FROM jsonb_array_elements(serial_warnings(cheque.id, account, cheque.serial)) AS odd
    WHERE n = 0 OR odd ->> 'code' <> 'serial_gap';
    IF ids IS NOT NULL THEN
      INSERT INTO cheques AS c (id, serial, due_date, value, description, payee_id, account_id, is_cancelled, changed_by)
      VALUES (cheque.id, cheque.serial, cheque.due_date, amount, about, payee, account, false, actor)
      RETURNING c.* INTO cheque;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
