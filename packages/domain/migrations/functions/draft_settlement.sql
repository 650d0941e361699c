-- The settlement of a worker up to a day as it would be issued now, without an identifier, and what it would freeze: a list of
-- {date, field, amount}. `payout`: paid with it anew; `kept`: entries that it would own besides. Payouts of settlements stand
-- in no line, no correction and nothing frozen. DB020: the worker is settled up to that day, or a later one (the detail). DB040: it would be larger than a paper may be; the detail is the last
-- day up to which it is not, or empty where the corrections alone are.
CREATE OR REPLACE FUNCTION draft_settlement(
  worker uuid, until date, payout numeric, kept uuid[], OUT draft settlements, OUT frozen jsonb
) LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  last settlements;
  digits integer;
  owned numeric;
  too_late date;
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
  ), corrected AS MATERIALIZED (
    SELECT coalesce(json_agg(json_build_object('date', c.day, 'field', c.field, 'before', pay_text(c.before, digits),
      'after', pay_text(c.after, digits)) ORDER BY c.day, array_position(
        '{earned,payments,openings,advances,payouts,bonuses,deductions}', c.field)), '[]') AS list FROM changed AS c
  ), absent AS MATERIALIZED (
    SELECT l.date FROM logs AS l
    WHERE l.worker_id = worker AND l.deleted_at IS NULL AND l.date BETWEEN draft."from" AND until
    GROUP BY l.date HAVING bool_and(l.is_absent)
  ), lines AS MATERIALIZED (
    SELECT d.day, json_build_object('date', d.day, 'isAbsent', d.day IN (SELECT a.date FROM absent AS a),
      'workedMinutes', d.minutes, 'overtimeMinutes', d.overtime,
      'earned', pay_text(d.earned, digits), 'paid', pay_text(d.payments + d.advances + d.payouts, digits),
      'entries', coalesce(e.list, '[]'), 'entriesCount', coalesce(e.number, 0),
      'balance', pay_text(draft.opening + sum(d.openings + d.earned + d.bonuses - d.deductions
        - d.payments - d.advances - d.payouts) OVER (ORDER BY d.day), digits)) AS line
    FROM days AS d LEFT JOIN line_entries(worker, draft."from", until, kept) AS e ON e.day = d.day WHERE d.day >= draft."from"
  ), sized AS MATERIALIZED (
    SELECT l.day, l.line, octet_length(c.list::text) + sum(line_bytes(l.line)) OVER (ORDER BY l.day) <= paper_bytes() AS fits
    FROM lines AS l, corrected AS c
  )
  SELECT pay_text(t.earned, digits), pay_text(t.paid, digits), pay_text(t.balance, digits),
    octet_length(c.list::text) + coalesce((SELECT sum(line_bytes(l.line)) FROM lines AS l), 0)
      + names_bytes(business_now(), (SELECT u.full_name FROM users AS u WHERE u.id = worker)),
    (SELECT jsonb_object_agg(key, pay_text(value::text::numeric, digits)) FROM jsonb_each(to_jsonb(t))),
    (SELECT coalesce(json_agg(s.line ORDER BY s.day) FILTER (WHERE s.fits), '[]') FROM sized AS s),
    CASE WHEN octet_length(c.list::text) <= paper_bytes() THEN c.list END,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('date', f.day, 'field', f.field, 'amount', f.amount)), '[]') FROM (
      SELECT c.day, c.field, c.amount FROM current AS c WHERE c.day >= draft."from"
      UNION ALL SELECT c.day, c.field, c.after FROM changed AS c) AS f),
    (SELECT min(s.day) FROM sized AS s WHERE NOT s.fits)
  INTO draft.earned, draft.paid, draft.balance, draft.size, draft.totals, draft.lines, draft.corrections, frozen, too_late
  FROM totals AS t, corrected AS c;
  IF draft.corrections IS NULL OR too_late IS NOT NULL THEN
    RAISE EXCEPTION 'larger than a paper may be' USING ERRCODE = 'DB040',
      DETAIL = CASE WHEN draft.corrections IS NULL OR too_late = draft."from" THEN '' ELSE to_char(too_late - 1, 'YYYY-MM-DD') END;
  END IF;
END $$;
