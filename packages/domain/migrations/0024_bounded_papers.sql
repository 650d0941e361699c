ALTER TABLE "settlements" ADD COLUMN "worker_name" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "business" jsonb;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "full_lines" jsonb;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "size" integer;--> statement-breakpoint
-- Bytes of JSON that the lines and corrections of a statement or a settlement may have: with all else it has it is below the 8 MiB of a
-- page (`pageBytes`, src/db/pages.ts).
CREATE FUNCTION paper_bytes() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 8 * 1024 * 1024 - 128 * 1024;
--> statement-breakpoint
-- Of a line in the list of them, and of its date in another.
CREATE FUNCTION line_bytes(line json) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN octet_length(line::text) + 16;
--> statement-breakpoint
-- The entries of a worker by date, as a line carries them: the 20 oldest, their notes cut, and how many there are. `kept`: without
-- these, and without those of settlements; null: all.
CREATE FUNCTION line_entries(of_worker uuid, first date, last date, kept uuid[]) RETURNS TABLE (
  day date, number integer, list json
) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT date, count(*)::integer, json_agg(json_build_object('_id', id, 'kind', kind, 'amount', amount::text,
    'extraNotes', left(extra_notes, 200)) ORDER BY id) FILTER (WHERE place <= 20)
  FROM (
    SELECT id, date, kind, amount, extra_notes, row_number() OVER (PARTITION BY date ORDER BY id) AS place
    FROM "payEntries" WHERE worker_id = of_worker AND deleted_at IS NULL AND date BETWEEN first AND last
      AND (kept IS NULL OR settlement_id IS NULL AND id <> ALL (kept))
  ) AS placed GROUP BY date;
END;
--> statement-breakpoint
CREATE FUNCTION business_now() RETURNS jsonb LANGUAGE sql STABLE
RETURN (
  SELECT jsonb_build_object('name', name, 'address', address, 'phoneNumber', phone_number, 'currency', currency) FROM settings);
--> statement-breakpoint
-- Of the names of a paper, and its other short texts, each sign of which may be escaped.
CREATE FUNCTION names_bytes(business jsonb, texts text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN octet_length(business::text) + 6 * octet_length(texts);
--> statement-breakpoint
-- As in 0016_settlements.sql, but for the bounds of lines. DB040: it would be larger than a paper may be; the detail is the last
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
  ), lines AS MATERIALIZED (
    SELECT d.day, json_build_object('date', d.day, 'workedMinutes', d.minutes, 'overtimeMinutes', d.overtime,
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
--> statement-breakpoint
-- The same of the lines of settlements that were issued before; `most` entries.
CREATE FUNCTION bounded_lines(lines jsonb, most integer) RETURNS jsonb LANGUAGE sql IMMUTABLE
RETURN (
  SELECT coalesce(jsonb_agg(line || jsonb_build_object(
    'entriesCount', coalesce(line -> 'entriesCount', to_jsonb(jsonb_array_length(line -> 'entries'))),
    'entries', (
      SELECT coalesce(jsonb_agg(entry || jsonb_build_object('extraNotes', left(entry ->> 'extraNotes', 200)) ORDER BY at), '[]')
      FROM jsonb_array_elements(line -> 'entries') WITH ORDINALITY AS e (entry, at) WHERE at <= most)) ORDER BY day), '[]')
  FROM jsonb_array_elements(lines) WITH ORDINALITY AS l (line, day));
--> statement-breakpoint
ALTER TABLE settlements DISABLE TRIGGER USER;
--> statement-breakpoint
-- Older papers take the names that stand now. What a line loses is kept in `full_lines`, which no answer has.
UPDATE settlements SET
  worker_name = (SELECT full_name FROM users WHERE users.id = worker_id), business = business_now(), lines = bounded_lines(lines, 20),
  full_lines = CASE WHEN EXISTS (
    SELECT FROM jsonb_array_elements(lines) AS line
    WHERE jsonb_array_length(line -> 'entries') > 20 OR EXISTS (
      SELECT FROM jsonb_array_elements(line -> 'entries') AS entry WHERE length(entry ->> 'extraNotes') > 200)
  ) THEN lines END;
--> statement-breakpoint
UPDATE settlements SET lines = bounded_lines(lines, 0), full_lines = coalesce(full_lines, lines)
WHERE octet_length(lines::text) + octet_length(corrections::text) > paper_bytes();
--> statement-breakpoint
UPDATE settlements SET size = octet_length(lines::text) + octet_length(corrections::text) + names_bytes(business, worker_name || reason);
--> statement-breakpoint
-- In an answer that is kept for an Idempotency-Key too: c13 are the lines (src/db/idempotency.ts).
UPDATE idempotency_keys SET answer = jsonb_build_array((answer -> 0) || jsonb_build_object(
  'c13', bounded_lines(answer -> 0 -> 'c13', 20), 'business', business_now()))
WHERE operation = 'settlements';
--> statement-breakpoint
ALTER TABLE settlements ENABLE TRIGGER USER;
--> statement-breakpoint
DROP FUNCTION bounded_lines(jsonb, integer);
--> statement-breakpoint
ALTER TABLE "settlements" ALTER COLUMN "worker_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "settlements" ALTER COLUMN "business" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "settlements" ALTER COLUMN "size" SET NOT NULL;--> statement-breakpoint
-- Not of older ones: one that has corrections beyond it can still be made void.
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_size" CHECK ("settlements"."size" <= 8 * 1024 * 1024 - 64 * 1024) NOT VALID;
--> statement-breakpoint
-- A settlement keeps the names under which it is issued. Its size is summed where it is drafted.
CREATE FUNCTION complete_settlement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.worker_name := coalesce(NEW.worker_name, (SELECT full_name FROM users WHERE id = NEW.worker_id));
  NEW.business := coalesce(NEW.business, business_now());
  NEW.size := coalesce(NEW.size,
    octet_length(NEW.lines::text) + octet_length(NEW.corrections::text) + names_bytes(NEW.business, NEW.worker_name));
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER settlements_complete BEFORE INSERT ON settlements FOR EACH ROW EXECUTE FUNCTION complete_settlement();
--> statement-breakpoint
-- As in 0019_erasure.sql, with the columns above.
CREATE OR REPLACE FUNCTION keep_settlement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  changing text[] := '{status,reason,acknowledged_at,voided_after,version,updated_at,changed_by,size}';
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
--> statement-breakpoint
-- With the account its papers are erased too; one version more, which those with notes have already.
CREATE FUNCTION erase_papers() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE settlements SET worker_name = NEW.full_name, full_lines = NULL,
    version = version + (updated_at <> now()::timestamptz(3))::integer, updated_at = now(), changed_by = NEW.changed_by
  WHERE worker_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_erased_papers AFTER UPDATE ON users FOR EACH ROW
WHEN (OLD.former_number IS NULL AND NEW.former_number IS NOT NULL) EXECUTE FUNCTION erase_papers();
--> statement-breakpoint
-- DB022: the currency is fixed while there is a settlement that is not void. One is issued with the row of the settings locked, so
-- that none appears while the currency changes.
CREATE OR REPLACE FUNCTION keep_currency() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM settlements WHERE status <> 'void') THEN
    RAISE EXCEPTION 'there are settlements in the currency' USING ERRCODE = 'DB022';
  END IF;
  RETURN NEW;
END $$;
