-- DB021: a settlement is not in the state for it; the detail is the code of an issue and its params.
CREATE FUNCTION refuse_settlement_change(code text, params jsonb) RETURNS void LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the settlement does not allow it' USING ERRCODE = 'DB021',
    DETAIL = jsonb_build_object('code', code, 'params', params)::text;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_settlement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  changing text[] := '{status,reason,acknowledged_at,voided_after,version,updated_at,changed_by}';
BEGIN
  IF to_jsonb(NEW) - changing <> to_jsonb(OLD) - changing THEN
    RAISE EXCEPTION 'a settlement stays as it was issued' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER settlements_frozen BEFORE UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION keep_settlement();
--> statement-breakpoint
CREATE FUNCTION keep_settlement_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what a settlement froze stays as it is' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER settlement_values_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_values
FOR EACH STATEMENT EXECUTE FUNCTION keep_settlement_values();
--> statement-breakpoint
-- The payout of a settlement, also of a void one with which it went, changes only while `daybook.settlement` names that
-- settlement, which void_settlement sets for its transaction.
CREATE FUNCTION keep_settlement_payout() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF current_setting('daybook.settlement', true) IS DISTINCT FROM OLD.settlement_id::text THEN
    PERFORM refuse_settlement_change('payout_of_settlement', jsonb_build_object('settlement', OLD.settlement_id));
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "payEntries_settlement" BEFORE UPDATE ON "payEntries" FOR EACH ROW WHEN (OLD.settlement_id IS NOT NULL)
EXECUTE FUNCTION keep_settlement_payout();
--> statement-breakpoint
-- DB022: the currency is fixed once there is a settlement, also a void one. A settlement is issued with the row of the
-- settings locked, so that none appears while the currency changes.
CREATE FUNCTION keep_currency() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM settlements) THEN
    RAISE EXCEPTION 'there are settlements in the currency' USING ERRCODE = 'DB022';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER settings_currency BEFORE UPDATE ON settings FOR EACH ROW
WHEN (NEW.currency IS DISTINCT FROM OLD.currency) EXECUTE FUNCTION keep_currency();
--> statement-breakpoint
-- The settlement that the next one of the worker replaces: the one voided last since the newest number was issued. Only
-- the newest is ever voided, so of those it has the lowest number.
CREATE FUNCTION replaced_settlement(worker uuid) RETURNS uuid LANGUAGE sql STABLE
RETURN (
  SELECT id FROM settlements
  WHERE worker_id = worker AND status = 'void'
    AND voided_after = (SELECT max(number) FROM settlements WHERE worker_id = worker)
  ORDER BY number LIMIT 1);
--> statement-breakpoint
-- The payouts that were kept of it, which the next settlement owns.
CREATE FUNCTION kept_payouts(worker uuid) RETURNS uuid[] LANGUAGE sql STABLE
RETURN ARRAY(
  SELECT id FROM "payEntries"
  WHERE worker_id = worker AND deleted_at IS NULL AND kind = 'payout' AND kept_from_id = replaced_settlement(worker));
--> statement-breakpoint
-- The settlement of a worker up to a day as it would be issued now, without an identifier, and what it would freeze: a list of
-- {date, field, amount}. `payout`: paid with it anew; `kept`: entries that it would own besides. Payouts of settlements stand
-- in no line, no correction and nothing frozen. DB020: the worker is settled up to that day, or a later one (the detail).
CREATE FUNCTION draft_settlement(
  worker uuid, until date, payout numeric, kept uuid[], OUT draft settlements, OUT frozen jsonb
) LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  last settlements;
  digits integer;
  owned numeric;
BEGIN
  SELECT * INTO last FROM settlements AS s
  WHERE s.worker_id = worker AND s.status <> 'void' ORDER BY s.number DESC LIMIT 1;
  IF until <= last."to" THEN
    RAISE EXCEPTION 'settled already' USING ERRCODE = 'DB020', DETAIL = to_char(last."to", 'YYYY-MM-DD');
  END IF;
  SELECT currency_digits(s.currency) INTO digits FROM settings AS s;
  SELECT payout + coalesce(sum(e.amount), 0) INTO owned FROM "payEntries" AS e WHERE e.id = ANY (kept);
  draft.worker_id := worker;
  SELECT coalesce(max(s.number), 0) + 1 INTO draft.number FROM settlements AS s WHERE s.worker_id = worker;
  draft.replaces_id := replaced_settlement(worker);
  draft.opening := pay_text(coalesce(last.balance, 0), digits);
  draft.payout := pay_text(owned, digits);
  draft."to" := until;
  draft."from" := coalesce(last."to" + 1, least(until,
    (SELECT min(l.date) FROM logs AS l WHERE l.worker_id = worker AND l.deleted_at IS NULL),
    (SELECT min(e.date) FROM "payEntries" AS e WHERE e.worker_id = worker AND e.deleted_at IS NULL),
    (SELECT min(r."from") FROM rates AS r WHERE r.worker_id = worker AND r.deleted_at IS NULL AND r.basis = 'month')));

  WITH parts AS MATERIALIZED (
    SELECT * FROM pay_parts(worker, until) WHERE pay_parts.settled IS NULL
  ), own AS MATERIALIZED (
    SELECT e.date AS day, sum(e.amount) AS amount, count(*) AS entries FROM "payEntries" AS e
    WHERE e.id = ANY (kept) GROUP BY e.date
  ), days AS MATERIALIZED (
    SELECT p.day, sum(p.minutes) AS minutes, sum(p.overtime) AS overtime, coalesce(sum(p.earned), 0) AS earned,
      coalesce(sum(p.payments), 0) AS payments, coalesce(sum(p.openings), 0) AS openings,
      coalesce(sum(p.advances), 0) AS advances,
      coalesce(sum(p.payouts), 0) - coalesce((SELECT o.amount FROM own AS o WHERE o.day = p.day), 0) AS payouts,
      coalesce(sum(p.bonuses), 0) AS bonuses, coalesce(sum(p.deductions), 0) AS deductions
    FROM parts AS p GROUP BY p.day
    -- Not a day of which nothing is left but the payouts that are owned now.
    HAVING count(*) > coalesce((SELECT o.entries FROM own AS o WHERE o.day = p.day), 0)
  ), current AS MATERIALIZED (
    SELECT d.day, f.place, f.field, f.amount FROM days AS d, LATERAL (VALUES
      (1, 'earned', d.earned), (2, 'payments', d.payments), (3, 'openings', d.openings), (4, 'advances', d.advances),
      (5, 'payouts', d.payouts), (6, 'bonuses', d.bonuses), (7, 'deductions', d.deductions)) AS f (place, field, amount)
    WHERE f.amount <> 0
  ), earlier AS (
    SELECT DISTINCT ON (v.date, v.field) v.date AS day, v.field, v.amount
    FROM settlement_values AS v JOIN settlements AS s ON s.id = v.settlement_id
    WHERE s.worker_id = worker AND s.status <> 'void' ORDER BY v.date, v.field, s.number DESC
  ), changed AS MATERIALIZED (
    SELECT day, field, coalesce(e.amount, 0) AS before, coalesce(c.amount, 0) AS after
    FROM (SELECT * FROM current AS c WHERE c.day < draft."from") AS c FULL JOIN earlier AS e USING (day, field)
    WHERE coalesce(e.amount, 0) <> coalesce(c.amount, 0)
  ), sums AS MATERIALIZED (
    SELECT s.field, sum(s.amount) AS amount FROM (
      SELECT c.field, c.amount FROM current AS c WHERE c.day >= draft."from"
      UNION ALL SELECT c.field, c.after - c.before FROM changed AS c
      UNION ALL SELECT 'payouts', owned) AS s GROUP BY s.field
  ), totals AS (
    SELECT t.*, t.payments + t.advances + t.payouts AS paid,
      draft.opening + t.openings + t.earned + t.bonuses - t.deductions - t.payments - t.advances - t.payouts AS balance
    FROM (SELECT
      coalesce(sum(s.amount) FILTER (WHERE s.field = 'earned'), 0) AS earned,
      coalesce(sum(s.amount) FILTER (WHERE s.field = 'payments'), 0) AS payments,
      coalesce(sum(s.amount) FILTER (WHERE s.field = 'openings'), 0) AS openings,
      coalesce(sum(s.amount) FILTER (WHERE s.field = 'bonuses'), 0) AS bonuses,
      coalesce(sum(s.amount) FILTER (WHERE s.field = 'deductions'), 0) AS deductions,
      coalesce(sum(s.amount) FILTER (WHERE s.field = 'advances'), 0) AS advances,
      coalesce(sum(s.amount) FILTER (WHERE s.field = 'payouts'), 0) AS payouts FROM sums AS s) AS t
  ), entries AS MATERIALIZED (
    SELECT e.date AS day, jsonb_agg(jsonb_build_object('_id', e.id, 'kind', e.kind, 'amount', e.amount::text,
      'extraNotes', e.extra_notes) ORDER BY e.id) AS list
    FROM "payEntries" AS e
    WHERE e.worker_id = worker AND e.deleted_at IS NULL AND e.settlement_id IS NULL AND e.id <> ALL (kept)
      AND e.date BETWEEN draft."from" AND until GROUP BY e.date
  ), lines AS (
    SELECT d.day, jsonb_build_object('date', d.day, 'workedMinutes', d.minutes, 'overtimeMinutes', d.overtime,
      'earned', pay_text(d.earned, digits), 'paid', pay_text(d.payments + d.advances + d.payouts, digits),
      'entries', coalesce(e.list, '[]'),
      'balance', pay_text(draft.opening + sum(d.openings + d.earned + d.bonuses - d.deductions
        - d.payments - d.advances - d.payouts) OVER (ORDER BY d.day), digits)) AS line
    FROM days AS d LEFT JOIN entries AS e ON e.day = d.day WHERE d.day >= draft."from"
  )
  SELECT pay_text(t.earned, digits), pay_text(t.paid, digits), pay_text(t.balance, digits),
    (SELECT jsonb_object_agg(key, pay_text(value::text::numeric, digits)) FROM jsonb_each(to_jsonb(t))),
    (SELECT coalesce(jsonb_agg(l.line ORDER BY l.day), '[]') FROM lines AS l),
    (SELECT coalesce(jsonb_agg(jsonb_build_object('date', c.day, 'field', c.field, 'before', pay_text(c.before, digits),
        'after', pay_text(c.after, digits)) ORDER BY c.day, array_position(
          '{earned,payments,openings,advances,payouts,bonuses,deductions}', c.field)), '[]') FROM changed AS c),
    (SELECT coalesce(jsonb_agg(jsonb_build_object('date', f.day, 'field', f.field, 'amount', f.amount)), '[]') FROM (
      SELECT c.day, c.field, c.amount FROM current AS c WHERE c.day >= draft."from"
      UNION ALL SELECT c.day, c.field, c.after FROM changed AS c) AS f)
  INTO draft.earned, draft.paid, draft.balance, draft.totals, draft.lines, draft.corrections, frozen
  FROM totals AS t;
END $$;
--> statement-breakpoint
-- Issues it, with its payout as an entry, and answers it. Those of one worker are issued and voided one after another.
-- Errors: DB003 the caller may not pay the worker, DB004 there is no such worker, DB020 settled already, and those of
-- entries.
CREATE FUNCTION issue_settlement(
  id uuid, worker uuid, until date, payout numeric, payout_date date, entry uuid, actor uuid
) RETURNS settlements LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  kept uuid[];
  drafted record;
  issued settlements;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(worker::text, 2));
  IF NOT EXISTS (SELECT FROM users AS u WHERE u.id = worker) THEN
    RAISE EXCEPTION 'no such worker' USING ERRCODE = 'DB004', COLUMN = 'worker';
  ELSIF NOT may_pay(actor, worker) THEN
    RAISE EXCEPTION 'the caller may not pay this worker' USING ERRCODE = 'DB003';
  END IF;
  PERFORM FROM settings FOR SHARE;
  -- Entries are locked before they are counted; one that is none of these any more once it is locked stays as it is.
  kept := kept_payouts(worker);
  PERFORM FROM "payEntries" AS e WHERE e.id = ANY (kept) FOR UPDATE;
  kept := ARRAY(SELECT unnest(kept) INTERSECT SELECT unnest(kept_payouts(worker)));
  SELECT * INTO drafted FROM draft_settlement(worker, until, payout, kept);
  issued := drafted.draft;
  INSERT INTO settlements (id, worker_id, number, "from", "to", opening, earned, paid, payout, balance, corrections, lines,
    totals, replaces_id, changed_by)
  VALUES (id, worker, issued.number, issued."from", until, issued.opening, issued.earned, issued.paid, issued.payout,
    issued.balance, issued.corrections, issued.lines, issued.totals, issued.replaces_id, actor)
  RETURNING * INTO issued;
  INSERT INTO settlement_values (settlement_id, date, field, amount)
  SELECT id, f.date, f.field, f.amount
  FROM jsonb_to_recordset(drafted.frozen) AS f (date date, field text, amount numeric);
  IF payout > 0 THEN
    INSERT INTO "payEntries" (id, worker_id, date, kind, amount, extra_notes, settlement_id, changed_by)
    VALUES (entry, worker, coalesce(payout_date, until), 'payout', payout, '', id, actor);
  END IF;
  UPDATE "payEntries" AS e SET settlement_id = id, version = e.version + 1, updated_at = now(), changed_by = actor
  WHERE e.id = ANY (kept);
  RETURN issued;
END $$;
--> statement-breakpoint
-- A settlement whose row is locked. Errors: DB014 another version, DB015 there is none that the caller may see.
CREATE FUNCTION lock_settlement(target uuid, visible_to uuid, versions integer[]) RETURNS settlements LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  held settlements;
BEGIN
  SELECT * INTO held FROM settlements AS s WHERE s.id = target FOR UPDATE;
  IF held.id IS NULL OR held.worker_id <> visible_to THEN
    RAISE EXCEPTION 'no such settlement' USING ERRCODE = 'DB015';
  ELSIF held.version <> ALL (versions) THEN
    RAISE EXCEPTION 'another version' USING ERRCODE = 'DB014';
  END IF;
  RETURN held;
END $$;
--> statement-breakpoint
-- By the worker, or by who may pay the worker. Errors: DB003 the caller may not, DB014 and DB015 as above, DB021.
CREATE FUNCTION acknowledge_settlement(target uuid, visible_to uuid, actor uuid, versions integer[]) RETURNS settlements
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  held settlements := lock_settlement(target, visible_to, versions);
BEGIN
  IF held.worker_id <> actor AND NOT may_pay(actor, held.worker_id) THEN
    RAISE EXCEPTION 'the caller may not pay this worker' USING ERRCODE = 'DB003';
  ELSIF held.status <> 'issued' THEN
    PERFORM refuse_settlement_change('settlement_state', jsonb_build_object('status', held.status));
  END IF;
  UPDATE settlements AS s SET status = 'acknowledged', acknowledged_at = now(),
    version = s.version + 1, updated_at = now(), changed_by = actor
  WHERE s.id = target RETURNING * INTO held;
  RETURN held;
END $$;
--> statement-breakpoint
-- The payout goes, or stays as an ordinary entry. Errors: DB014 and DB015 as above, DB019 the day of its end or of its payout
-- is closed, also where the payout stays (the detail is the last closed day), DB021.
CREATE FUNCTION void_settlement(target uuid, why text, keep boolean, actor uuid, versions integer[]) RETURNS settlements
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  held settlements;
  newest integer;
  closed date;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(s.worker_id::text, 2)) FROM settlements AS s WHERE s.id = target;
  held := lock_settlement(target, NULL, versions);
  SELECT max(s.number) INTO newest FROM settlements AS s WHERE s.worker_id = held.worker_id AND s.status <> 'void';
  IF held.status = 'void' THEN
    PERFORM refuse_settlement_change('settlement_state', jsonb_build_object('status', held.status));
  ELSIF held.number <> newest THEN
    PERFORM refuse_settlement_change('not_newest_settlement', jsonb_build_object('number', newest));
  END IF;
  SELECT c.through INTO closed FROM closings AS c WHERE c.kind = 'payEntries' FOR SHARE;
  IF closed >= least(held."to",
    (SELECT min(e.date) FROM "payEntries" AS e WHERE e.settlement_id = target AND e.deleted_at IS NULL)) THEN
    RAISE EXCEPTION 'the period is closed' USING ERRCODE = 'DB019', DETAIL = to_char(closed, 'YYYY-MM-DD');
  END IF;
  PERFORM set_config('daybook.settlement', target::text, true);
  UPDATE "payEntries" AS e SET deleted_at = CASE WHEN NOT keep THEN now() END,
    settlement_id = CASE WHEN NOT keep THEN target END, kept_from_id = CASE WHEN keep THEN target ELSE e.kept_from_id END,
    version = e.version + 1, updated_at = now(), changed_by = actor
  WHERE e.settlement_id = target AND e.deleted_at IS NULL;
  UPDATE settlements AS s SET status = 'void', reason = why,
    voided_after = (SELECT max(other.number) FROM settlements AS other WHERE other.worker_id = s.worker_id),
    version = s.version + 1, updated_at = now(), changed_by = actor
  WHERE s.id = target RETURNING * INTO held;
  RETURN held;
END $$;
