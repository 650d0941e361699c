CREATE TABLE "tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_token_hash" ON "tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "tokens_user" ON "tokens" USING btree ("user_id","created_at","id") WHERE "tokens"."deleted_at" is null;
--> statement-breakpoint
CREATE TRIGGER tokens_journal AFTER INSERT OR UPDATE ON tokens FOR EACH ROW EXECUTE FUNCTION write_journal(
  'user_id', 'name', 'scopes', 'expires_at');
--> statement-breakpoint
CREATE TRIGGER tokens_kept BEFORE DELETE OR TRUNCATE ON tokens FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
-- One after the other for each person, and each counts what the one before it made. As a unique violation, so that the same
-- request that comes twice at once is looked up.
CREATE FUNCTION bound_tokens() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('tokens ' || NEW.user_id, 0));
  IF (SELECT count(*) FROM tokens WHERE user_id = NEW.user_id AND deleted_at IS NULL AND expires_at > now()) >= 20 THEN
    RAISE EXCEPTION 'too many tokens' USING ERRCODE = 'unique_violation', CONSTRAINT = 'tokens_bounded';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tokens_bounded BEFORE INSERT ON tokens FOR EACH ROW EXECUTE FUNCTION bound_tokens();
--> statement-breakpoint
-- Tokens end for good with the account, whatever ends it, an undo too: their entries are no part of it, since nothing takes
-- them back.
CREATE FUNCTION end_tokens() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  undoes text := coalesce(current_setting('daybook.undoes', true), '');
  batch text := coalesce(current_setting('daybook.batch', true), '');
BEGIN
  PERFORM set_config('daybook.undoes', '', true), set_config('daybook.batch', '', true);
  UPDATE tokens SET deleted_at = now(), version = version + 1, updated_at = now(), changed_by = NEW.changed_by
  WHERE user_id = NEW.id AND deleted_at IS NULL;
  PERFORM set_config('daybook.undoes', undoes, true), set_config('daybook.batch', batch, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_tokens AFTER UPDATE ON users FOR EACH ROW
WHEN (OLD.active AND OLD.deleted_at IS NULL AND NOT (NEW.active AND NEW.deleted_at IS NULL)) EXECUTE FUNCTION end_tokens();
