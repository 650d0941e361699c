-- What a worker earned up to a day (docs/rules.md, section 14), a row for each date: rounded once, to the digits of the currency,
-- and null where nothing could be earned. `missing`: work on a date without a rate. A quotient of enough digits, as `0e-24`
-- gives it, is rounded as the exact value would be; of several that are added the last digits are not exact, hence 20 at first.
CREATE FUNCTION earned_days(of_worker uuid, until date) RETURNS TABLE (
  day date, minutes integer, overtime integer, earned numeric, missing boolean
) LANGUAGE sql STABLE ROWS 1000
BEGIN ATOMIC
  -- PostgreSQL expects 280 rows of a table with one row: hence `LIMIT 1`.
  WITH business AS MATERIALIZED (
    SELECT currency_digits(currency) AS digits FROM settings LIMIT 1
  ), own AS (
    SELECT * FROM rates WHERE worker_id = of_worker AND deleted_at IS NULL
  ), held AS MATERIALIZED (
    SELECT basis, amount, day_minutes, overtime_factor, month_days, "from" AS first,
      least(lead("from") OVER (ORDER BY "from") - 1, until) AS last FROM own
    -- The time before the first rate.
    UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, '-infinity', least(min("from") - 1, until) FROM own
  ), worked AS (
    SELECT date, minutes, present, basis, amount, day_minutes,
      CASE WHEN minutes > day_minutes THEN day_minutes + (minutes - day_minutes) * overtime_factor ELSE minutes END AS counted
    FROM held, LATERAL (
      SELECT date, sum(greatest(duration_minutes - break_minutes, 0))::integer AS minutes, bool_or(NOT is_absent) AS present
      FROM logs WHERE worker_id = of_worker AND deleted_at IS NULL AND date BETWEEN held.first AND held.last GROUP BY date
    ) AS days
  ), absent AS MATERIALIZED (
    SELECT date FROM held, LATERAL (
      SELECT date FROM logs WHERE worker_id = of_worker AND deleted_at IS NULL AND date BETWEEN held.first AND held.last
      GROUP BY date HAVING bool_and(is_absent)
    ) AS days WHERE basis = 'month'
  ), months AS (
    SELECT amount, month_days, ends::date AS day, extract(day FROM ends)::integer AS days,
      greatest(held.first, begins::date) AS first, least(held.last, employed, ends::date) AS last
    FROM held, (SELECT (deleted_at AT TIME ZONE 'UTC')::date AS employed FROM users WHERE id = of_worker) AS employment,
      generate_series(date_trunc('month', held.first::timestamp), least(held.last, employed)::timestamp, '1 month') AS begins,
      LATERAL (SELECT begins + interval '1 month' - interval '1 day' AS ends) AS month
    WHERE basis = 'month' AND ends <= until
  ), monthly AS MATERIALIZED (
    SELECT day, sum(greatest(0, (amount * ((last - first + 1) * month_days - days * absences) + 0e-24) / (days * month_days)))
      AS earned
    FROM months, LATERAL (SELECT count(*) AS absences FROM absent WHERE date BETWEEN first AND last) AS counted
    WHERE first <= last GROUP BY day
  )
  SELECT coalesce(date, day), coalesce(minutes, 0),
    CASE WHEN basis IN ('hour', 'day') THEN greatest(minutes - day_minutes, 0) ELSE 0 END,
    CASE WHEN basis IN ('hour', 'day') OR day IS NOT NULL THEN round(round(coalesce(monthly.earned, 0) + CASE
      WHEN basis = 'hour' THEN (amount * counted + 0e-24) / 60
      WHEN basis = 'day' AND present THEN (amount * greatest(counted, day_minutes) + 0e-24) / day_minutes
      ELSE 0
    END, 20), (SELECT digits FROM business)) END,
    coalesce(present AND basis IS NULL, false)
  FROM worked FULL JOIN monthly ON day = date
  WHERE date IS NOT NULL OR round(round(monthly.earned, 20), (SELECT digits FROM business)) > 0;
END;
--> statement-breakpoint
-- What a worker earned, got and was owed up to a day: rows of which several may have the same date, to be summed; null where there
-- is nothing. `settled`: payouts that belong to a settlement.
CREATE FUNCTION pay_parts(of_worker uuid, until date) RETURNS TABLE (
  day date, minutes integer, overtime integer, earned numeric, missing boolean, payments numeric,
  openings numeric, advances numeric, payouts numeric, settled numeric, bonuses numeric, deductions numeric
) LANGUAGE sql STABLE ROWS 1000
BEGIN ATOMIC
  SELECT date, 0, 0, NULL::numeric, false, NULL::numeric,
    CASE WHEN kind = 'opening' THEN amount END,
    CASE WHEN kind = 'advance' THEN amount END,
    CASE WHEN kind = 'payout' AND settlement_id IS NULL THEN amount END,
    CASE WHEN kind = 'payout' AND settlement_id IS NOT NULL THEN amount END,
    CASE WHEN kind = 'bonus' THEN amount END,
    CASE WHEN kind = 'deduction' THEN amount END
  FROM "payEntries" WHERE worker_id = of_worker AND deleted_at IS NULL AND date <= until
  UNION ALL
  SELECT date, 0, 0, NULL, false, payment, NULL, NULL, NULL, NULL, NULL, NULL
  FROM logs WHERE worker_id = of_worker AND deleted_at IS NULL AND date <= until AND payment > 0
  UNION ALL
  SELECT day, minutes, overtime, earned, missing, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM earned_days(of_worker, until);
END;
--> statement-breakpoint
-- An amount as it is answered: exact, with at least so many digits.
CREATE FUNCTION pay_text(amount numeric, digits integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN round(amount, greatest(min_scale(amount), digits))::text;
--> statement-breakpoint
-- The sums of all workers of whom there is any part. PostgreSQL would compile a statement that it expects to be as long as this one, which
-- takes longer than what it saves.
CREATE FUNCTION pay_sums(until date) RETURNS TABLE (
  worker uuid, earned numeric, paid numeric, balance numeric
) LANGUAGE sql STABLE SET search_path = public, pg_temp SET jit = off
BEGIN ATOMIC
  SELECT id, earned, payments + received, owed + earned - payments - received
  FROM users,
    LATERAL (SELECT count(*) AS days, coalesce(sum(earned), 0) AS earned FROM earned_days(id, until)) AS work,
    LATERAL (
      SELECT coalesce(sum(payment), 0) AS payments FROM logs
      WHERE worker_id = users.id AND deleted_at IS NULL AND date <= until AND payment > 0
    ) AS paid,
    LATERAL (
      SELECT count(*) AS entries,
        coalesce(sum(amount) FILTER (WHERE kind IN ('advance', 'payout')), 0) AS received,
        coalesce(sum(amount) FILTER (WHERE kind IN ('opening', 'bonus')), 0)
          - coalesce(sum(amount) FILTER (WHERE kind = 'deduction'), 0) AS owed
      FROM "payEntries" WHERE worker_id = users.id AND deleted_at IS NULL AND date <= until
    ) AS listed
  WHERE days + entries > 0;
END;
