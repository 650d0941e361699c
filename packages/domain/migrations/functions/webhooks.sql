-- Makes deliveries of changes that active webhooks have not been given yet, and leases those that are due: at most so many, and of one
-- webhook at most `each`, less those that the process has already (`busy`, by webhook). A change of a record is not sent while an earlier
-- one of the same record is pending. What a process leased and did not finish is due again when the lease ends. No lock outlasts this.
-- `position` of a webhook moves in the same transaction, so no change is left out, and none gets a second delivery.
CREATE OR REPLACE FUNCTION take_deliveries(most integer, each integer, busy jsonb, lease interval)
RETURNS SETOF webhook_deliveries LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM give_positions(10000);
  WITH hook AS MATERIALIZED (
    SELECT id, position, kinds, least(position + 1000, last) AS until FROM webhooks, event_state
    WHERE active AND deleted_at IS NULL AND position < last FOR UPDATE OF webhooks SKIP LOCKED
  ), moved AS (
    UPDATE webhooks SET position = hook.until FROM hook WHERE webhooks.id = hook.id
  )
  INSERT INTO webhook_deliveries (id, webhook_id, position, type, record_id)
  SELECT gen_random_uuid(), hook.id, events.position, kind || '.' || action, record_id
  FROM hook JOIN events ON events.position > hook.position AND events.position <= hook.until
  JOIN journal ON journal.id = events.entry
  WHERE kinds = '[]' OR kinds ? kind
  ORDER BY events.position;

  RETURN QUERY
  WITH ready AS MATERIALIZED (
    SELECT due.id FROM webhooks CROSS JOIN LATERAL (
      SELECT id, due_at, position FROM webhook_deliveries AS one
      WHERE webhook_id = webhooks.id AND state = 'pending' AND due_at <= now() + interval '1 ms' AND coalesce(leased_until <= now(), true)
        AND (active OR one.position IS NULL)
        AND NOT EXISTS (SELECT FROM webhook_deliveries AS earlier WHERE earlier.webhook_id = one.webhook_id
          AND earlier.record_id = one.record_id AND earlier.position < one.position AND earlier.state = 'pending')
      ORDER BY due_at, one.position LIMIT greatest(0, each - coalesce((busy ->> webhooks.id::text)::integer, 0))
      FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE deleted_at IS NULL ORDER BY due_at, due.position LIMIT most
  )
  UPDATE webhook_deliveries SET leased_until = now() + lease FROM ready WHERE webhook_deliveries.id = ready.id
  RETURNING webhook_deliveries.*;
END $$;

-- Writes down an attempt of a delivery that the process still has. One that was not accepted is tried again after `delay`, or never,
-- where `tries` or a day would be exceeded; the changes of the record that wait for it come after it. A webhook that has accepted nothing for
-- five days becomes inactive.
CREATE OR REPLACE FUNCTION finish_delivery(target uuid, lease timestamptz, attempt jsonb, delay interval)
RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  one webhook_deliveries;
  is_accepted boolean := attempt ->> 'error' IS NULL;
BEGIN
  UPDATE webhook_deliveries SET leased_until = NULL, tries = tries + 1, due_at = now() + coalesce(delay, '0'),
    attempts = CASE jsonb_array_length(attempts) WHEN 10 THEN attempts - 0 ELSE attempts END || attempt,
    state = CASE WHEN is_accepted THEN 'accepted' WHEN delay IS NULL OR now() + delay > queued_at + interval '1 day' THEN 'failed'
      ELSE 'pending' END
  WHERE id = target AND leased_until = lease AND state = 'pending' RETURNING * INTO one;
  IF one.id IS NULL THEN
    RETURN;
  END IF;
  UPDATE webhook_deliveries SET due_at = CASE one.state WHEN 'pending' THEN greatest(due_at, one.due_at) ELSE now() END
  WHERE webhook_id = one.webhook_id AND record_id = one.record_id AND position > one.position AND state = 'pending'
    AND (one.state = 'pending' OR due_at > now());
  IF is_accepted THEN
    UPDATE webhooks SET failing_since = NULL WHERE id = one.webhook_id AND failing_since IS NOT NULL;
  ELSE
    UPDATE webhooks SET failing_since = now() WHERE id = one.webhook_id AND failing_since IS NULL;
    UPDATE webhooks SET active = false, disabled_at = now(), version = version + 1, updated_at = now(), changed_by = NULL
    WHERE id = one.webhook_id AND active AND failing_since < now() - interval '5 days';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION bound_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('webhooks', 0));
  IF (SELECT count(*) FROM webhooks WHERE deleted_at IS NULL) >= 20 THEN
    RAISE EXCEPTION 'too many webhooks' USING ERRCODE = 'unique_violation', CONSTRAINT = 'webhooks_bounded';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER webhooks_bounded BEFORE INSERT ON webhooks FOR EACH ROW EXECUTE FUNCTION bound_webhooks();
