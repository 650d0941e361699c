-- A month rate of a worker who is deleted paid up to the day of the deletion, of UTC: from now on it takes a rate to end it. First under
-- the functions of before, in one statement, so that closings find that nothing earned changes.
WITH held AS (
  SELECT rates.*, day, lag(basis) OVER own AS before, lead("from") OVER own AS next
  FROM rates JOIN (
    SELECT id, (deleted_at AT TIME ZONE 'UTC')::date + 1 AS day FROM users WHERE deleted_at IS NOT NULL
  ) AS gone ON gone.id = worker_id
  WHERE rates.deleted_at IS NULL WINDOW own AS (PARTITION BY worker_id ORDER BY "from")
), unpaid AS MATERIALIZED (
  SELECT * FROM held WHERE basis = 'month' AND coalesce(next > day, true)
), removed AS (
  UPDATE rates SET deleted_at = now(), version = version + 1, updated_at = now(), changed_by = NULL
  WHERE id IN (SELECT id FROM unpaid WHERE "from" >= day) RETURNING id
)
INSERT INTO rates (id, worker_id, "from", basis, amount, overtime_factor, month_days, extra_notes)
SELECT gen_random_uuid(), worker_id, greatest("from", day), 'none', 0, 1, 26, ''
FROM unpaid, (SELECT count(*) FROM removed) AS done
-- Unless such a rate holds already, or the month rate before this one gets it.
WHERE CASE WHEN "from" > day THEN coalesce(before, '') NOT IN ('month', 'none') ELSE "from" < day OR before IS DISTINCT FROM 'none' END;
--> statement-breakpoint
-- As in 0014_earned.sql, but whether the worker is deleted changes nothing.
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
--> statement-breakpoint
-- Ends the pay of a worker who is deleted, in one batch with the deletion, whatever deletes (an undo too): from the day after
-- `daybook.today`, the business's, a rate of basis none holds. The row of the user is locked, so that nobody adds a rate; whoever is
-- changing one is waited for. One statement changes the rates, so that closings compare what all of it comes to.
CREATE FUNCTION end_pay() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  leaving date := coalesce(nullif(current_setting('daybook.today', true), '')::date, current_date) + 1;
  undoes text := coalesce(current_setting('daybook.undoes', true), '');
  batch text := coalesce(nullif(current_setting('daybook.batch', true), ''), gen_random_uuid()::text);
BEGIN
  PERFORM FROM rates WHERE worker_id = NEW.id ORDER BY id FOR UPDATE;
  IF NOT EXISTS (SELECT FROM rates WHERE worker_id = NEW.id AND deleted_at IS NULL) THEN
    RETURN NEW;
  END IF;
  PERFORM set_config('daybook.undoes', '', true), set_config('daybook.batch', batch, true);
  WITH kept AS (
    SELECT basis FROM rates WHERE worker_id = NEW.id AND deleted_at IS NULL
      AND ("from" < leaving OR "from" = leaving AND basis = 'none') ORDER BY "from" DESC LIMIT 1
  ), removed AS (
    UPDATE rates SET deleted_at = now(), version = version + 1, updated_at = now(), changed_by = NEW.changed_by
    WHERE worker_id = NEW.id AND deleted_at IS NULL AND "from" >= leaving AND ("from" > leaving OR basis <> 'none') RETURNING id
  )
  INSERT INTO rates (id, changed_by, worker_id, "from", basis, amount, overtime_factor, month_days, extra_notes)
  SELECT gen_random_uuid(), NEW.changed_by, NEW.id, leaving, 'none', 0, 1, 26, '' FROM (SELECT count(*) FROM removed) AS done
  WHERE (SELECT basis FROM kept) IS DISTINCT FROM 'none';
  PERFORM set_config('daybook.undoes', undoes, true);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_leaving BEFORE UPDATE ON users FOR EACH ROW
WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION end_pay();
