-- What a worker earned up to a day (docs/rules.md, section 14), deleted or not, a row for each date: rounded once, to the digits of
-- the currency, and null where nothing could be earned. `missing`: work on a date without a rate. A quotient of enough digits, as
-- `0e-24` gives it, is rounded as the exact value would be; of several that are added the last digits are not exact, hence 20 at first.
CREATE OR REPLACE FUNCTION earned_days(of_worker uuid, until date) RETURNS TABLE (
  day date, minutes integer, overtime integer, earned numeric, missing boolean
) LANGUAGE sql STABLE PARALLEL SAFE ROWS 1000
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
      greatest(held.first, begins::date) AS first, least(held.last, ends::date) AS last
    FROM held, generate_series(date_trunc('month', held.first::timestamp), held.last::timestamp, '1 month') AS begins,
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
