-- Of the changes that an account makes to itself, and of its log-in links and recovery codes: 50 in 24 hours by the same person, so that
-- nobody's changes keep somebody else from theirs. The detail is the seconds until there is one more.
CREATE OR REPLACE FUNCTION bound_own_changes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  fiftieth timestamptz;
BEGIN
  SELECT at INTO fiftieth FROM journal
  WHERE record_id = NEW.id AND actor_id IS NOT DISTINCT FROM NEW.changed_by AND at > now() - interval '1 day'
  ORDER BY id DESC OFFSET 49 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'too many changes in a day' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_bounded',
      DETAIL = ceil(extract(epoch FROM fiftieth + interval '1 day' - now()));
  END IF;
  RETURN NEW;
END $$;

-- A person makes 50 tokens, addresses, second factors and links to a provider in 24 hours at the most, so ends no more either; one
-- after the other for each person. The detail is the seconds until there is one more.
CREATE OR REPLACE FUNCTION bound_credentials() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  fiftieth timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('credentials ' || NEW.user_id, 0));
  SELECT created_at INTO fiftieth FROM (
    SELECT created_at FROM tokens WHERE user_id = NEW.user_id AND created_at > now() - interval '1 day'
    UNION ALL
    SELECT created_at FROM calendars WHERE user_id = NEW.user_id AND created_at > now() - interval '1 day'
    UNION ALL
    SELECT created_at FROM factors WHERE user_id = NEW.user_id AND created_at > now() - interval '1 day'
    UNION ALL
    SELECT created_at FROM identities WHERE user_id = NEW.user_id AND created_at > now() - interval '1 day'
  ) AS made ORDER BY created_at DESC OFFSET 49 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'too many credentials in a day' USING ERRCODE = 'unique_violation', CONSTRAINT = 'credentials_bounded',
      DETAIL = ceil(extract(epoch FROM fiftieth + interval '1 day' - now()));
  END IF;
  RETURN NEW;
END $$;

-- Ends the tokens and addresses of a person for good. Their entries are no part of an undo or a batch, since nothing takes them
-- back. A statement of its own: it sees what was made while the account was waited for.
CREATE OR REPLACE FUNCTION end_credentials(person uuid, actor uuid) RETURNS void LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  undoes text := coalesce(current_setting('daybook.undoes', true), '');
  batch text := coalesce(current_setting('daybook.batch', true), '');
BEGIN
  PERFORM set_config('daybook.undoes', '', true), set_config('daybook.batch', '', true);
  UPDATE tokens SET deleted_at = now(), version = version + 1, updated_at = now(), changed_by = actor
  WHERE user_id = person AND deleted_at IS NULL;
  UPDATE calendars SET deleted_at = now(), version = version + 1, updated_at = now(), changed_by = actor
  WHERE user_id = person AND deleted_at IS NULL;
  PERFORM set_config('daybook.undoes', undoes, true), set_config('daybook.batch', batch, true);
END $$;

-- Where the account ends, or somebody else sets its password: its passkeys and links to a provider too.
CREATE OR REPLACE FUNCTION end_credentials_of_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  undoes text := coalesce(current_setting('daybook.undoes', true), '');
  batch text := coalesce(current_setting('daybook.batch', true), '');
BEGIN
  PERFORM end_credentials(NEW.id, NEW.changed_by);
  PERFORM set_config('daybook.undoes', '', true), set_config('daybook.batch', '', true);
  UPDATE factors SET deleted_at = now(), version = version + 1, updated_at = now(), changed_by = NEW.changed_by
  WHERE user_id = NEW.id AND kind = 'passkey' AND deleted_at IS NULL;
  UPDATE identities SET deleted_at = now(), version = version + 1, updated_at = now(), changed_by = NEW.changed_by
  WHERE user_id = NEW.id AND deleted_at IS NULL;
  PERFORM set_config('daybook.undoes', undoes, true), set_config('daybook.batch', batch, true);
  RETURN NULL;
END $$;
