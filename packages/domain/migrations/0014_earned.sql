-- Whatever workers earned, got or owe up to a day (docs/rules.md, section 14): rows of which several may have the same worker
-- and date, to be summed; null where there is nothing. `workers`: null means all of them. `missing`: work on a day without
-- a rate. `settled`: payouts that belong to a settlement. What is earned on a date stands in one row, rounded to the digits
-- of the currency; `0e-24` gives a quotient so many digits that the rounding is that of the exact value.
CREATE FUNCTION pay_parts(workers uuid[], until date) RETURNS TABLE (
  worker uuid, day date, minutes integer, overtime integer, earned numeric, missing boolean, payments numeric,
  openings numeric, advances numeric, payouts numeric, settled numeric, bonuses numeric, deductions numeric
) LANGUAGE sql STABLE ROWS 1000
BEGIN ATOMIC
  WITH business AS MATERIALIZED (
    SELECT currency_digits(currency) AS digits FROM settings
  ), held AS MATERIALIZED (
    SELECT worker_id, basis, amount, day_minutes, overtime_factor, month_days, rates."from" AS first,
      coalesce(lead(rates."from") OVER (PARTITION BY worker_id ORDER BY rates."from") - 1, '9999-12-31') AS last
    FROM rates WHERE deleted_at IS NULL AND (workers IS NULL OR worker_id = ANY (workers))
  ), worked AS MATERIALIZED (
    SELECT worker_id, date, sum(greatest(duration_minutes - break_minutes, 0))::integer AS minutes,
      bool_or(NOT is_absent) AS present
    FROM logs WHERE deleted_at IS NULL AND (workers IS NULL OR worker_id = ANY (workers)) AND date <= until
    GROUP BY worker_id, date
  ), months AS (
    SELECT held.worker_id, amount, month_days, ends::date AS day, extract(day FROM ends)::integer AS days,
      greatest(held.first, begins::date) AS first,
      least(held.last, (users.deleted_at AT TIME ZONE 'UTC')::date, ends::date) AS last
    FROM held JOIN users ON users.id = held.worker_id,
      generate_series(date_trunc('month', held.first::timestamp),
        least(held.last, until, (users.deleted_at AT TIME ZONE 'UTC')::date)::timestamp, '1 month') AS begins,
      LATERAL (SELECT begins + interval '1 month' - interval '1 day' AS ends) AS month
    WHERE basis = 'month' AND ends <= until
  ), absences AS (
    SELECT worker_id, months.day, first, count(*) AS absent
    FROM months JOIN worked USING (worker_id)
    WHERE NOT present AND date BETWEEN first AND last GROUP BY worker_id, months.day, first
  ), monthly AS MATERIALIZED (
    SELECT worker_id, day, sum(greatest(0, (amount * ((last - first + 1) * month_days - days * coalesce(absent, 0)) + 0e-24)
      / (days * month_days))) AS earned
    FROM months LEFT JOIN absences USING (worker_id, day, first) WHERE first <= last GROUP BY worker_id, day
  )
  SELECT worker_id, date, 0, 0, NULL::numeric, false, NULL::numeric,
    CASE WHEN kind = 'opening' THEN amount END,
    CASE WHEN kind = 'advance' THEN amount END,
    CASE WHEN kind = 'payout' AND settlement_id IS NULL THEN amount END,
    CASE WHEN kind = 'payout' AND settlement_id IS NOT NULL THEN amount END,
    CASE WHEN kind = 'bonus' THEN amount END,
    CASE WHEN kind = 'deduction' THEN amount END
  FROM "payEntries" WHERE deleted_at IS NULL AND (workers IS NULL OR worker_id = ANY (workers)) AND date <= until
  UNION ALL
  SELECT worker_id, date, 0, 0, NULL, false, payment, NULL, NULL, NULL, NULL, NULL, NULL
  FROM logs
  WHERE deleted_at IS NULL AND (workers IS NULL OR worker_id = ANY (workers)) AND date <= until AND payment > 0
  UNION ALL
  SELECT coalesce(worked.worker_id, monthly.worker_id), coalesce(date, monthly.day), coalesce(minutes, 0),
    CASE WHEN basis IN ('hour', 'day') THEN greatest(minutes - day_minutes, 0) ELSE 0 END,
    CASE
      WHEN basis IN ('hour', 'day') OR monthly.day IS NOT NULL THEN round(coalesce(monthly.earned, 0) + CASE
        WHEN basis = 'hour'
          THEN (amount * (least(minutes, day_minutes) + greatest(minutes - day_minutes, 0) * overtime_factor) + 0e-24) / 60
        WHEN basis = 'day' AND present
          THEN (amount * (day_minutes + greatest(minutes - day_minutes, 0) * overtime_factor) + 0e-24) / day_minutes
        ELSE 0
      END, (SELECT digits FROM business))
    END, coalesce(present AND basis IS NULL, false), NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM worked LEFT JOIN held ON held.worker_id = worked.worker_id AND date BETWEEN held.first AND held.last
    FULL JOIN monthly ON monthly.worker_id = worked.worker_id AND monthly.day = date
  WHERE worked.worker_id IS NOT NULL OR round(monthly.earned, (SELECT digits FROM business)) > 0;
END;
--> statement-breakpoint
-- An amount as it is answered: exact, with at least so many digits.
CREATE FUNCTION pay_text(amount numeric, digits integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN round(amount, greatest(min_scale(amount), digits))::text;
--> statement-breakpoint
-- The sums of all workers who have any. Without these settings PostgreSQL sorts a million days on disk.
CREATE FUNCTION pay_sums(until date) RETURNS TABLE (
  worker uuid, earned numeric, paid numeric, balance numeric
) LANGUAGE sql STABLE SET search_path = public, pg_temp SET work_mem = '256MB' SET enable_mergejoin = off SET jit = off
BEGIN ATOMIC
  SELECT worker, earned, paid, owed + earned - paid FROM (
    SELECT worker, coalesce(sum(earned), 0) AS earned,
      coalesce(sum(payments), 0) + coalesce(sum(advances), 0) + coalesce(sum(payouts), 0) + coalesce(sum(settled), 0) AS paid,
      coalesce(sum(openings), 0) + coalesce(sum(bonuses), 0) - coalesce(sum(deductions), 0) AS owed
    FROM pay_parts(NULL, until) GROUP BY worker) AS sums;
END;
