-- The journal is also written where search_path is empty, as for whoever has restored a dump.
ALTER FUNCTION write_journal() SET search_path = public, pg_temp;
