-- Milliseconds that a commit takes at the least, of five that write nothing but a message nobody reads. As a procedure it ends
-- its transactions itself, and measures without the way to the client.
CREATE PROCEDURE commit_time(INOUT ms double precision) LANGUAGE plpgsql AS $$
DECLARE
  began timestamptz;
  took double precision;
BEGIN
  FOR n IN 1..5 LOOP
    began := clock_timestamp();
    PERFORM pg_logical_emit_message(true, 'daybook', '');
    COMMIT;
    took := 1000 * extract(epoch FROM clock_timestamp() - began);
    ms := least(ms, took);
  END LOOP;
END $$;
