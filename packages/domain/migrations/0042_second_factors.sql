CREATE TABLE "factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"secret" text,
	"last_step" bigint,
	"credential_id" text,
	"public_key" text,
	"counter" bigint,
	"transports" jsonb,
	CONSTRAINT "factors_kind" CHECK ("factors"."kind" in ('totp', 'passkey'))
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "recovery_codes_pkey" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "has_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "require_second_factor" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "recovery_codes_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "factors_credential" ON "factors" USING btree ("credential_id") WHERE "factors"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "factors_user" ON "factors" USING btree ("user_id","created_at","id") WHERE "factors"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "factors_made" ON "factors" USING btree ("user_id","created_at");
--> statement-breakpoint
SELECT journal_table('factors', 'user_id', 'kind', 'name', 'confirmed_at');
--> statement-breakpoint
CREATE TRIGGER "factors_kept" BEFORE DELETE OR TRUNCATE ON "factors" FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER factors_daily BEFORE INSERT ON factors FOR EACH ROW EXECUTE FUNCTION bound_credentials();
--> statement-breakpoint
-- Of sessions that there are, the last proof is the log-in.
UPDATE sessions SET proven_at = created_at;
--> statement-breakpoint
-- The journal tells that recovery codes were made.
SELECT journal_table('users', 'first_name', 'last_name', 'username', 'email', 'phone_number', 'access_level', 'active',
  'password_changed_at', 'log_in_link_until', 'recovery_codes_at');
--> statement-breakpoint
SELECT journal_table('settings', 'name', 'address', 'phone_number', 'currency', 'weekend', 'day_minutes',
  'stale_after_months', 'language', 'require_second_factor');
--> statement-breakpoint
DROP TRIGGER users_bounded ON users;
--> statement-breakpoint
-- As in 0040_log_in_links.sql; of recovery codes too.
CREATE TRIGGER users_bounded BEFORE UPDATE ON users FOR EACH ROW
WHEN (NEW.changed_by = NEW.id AND NEW.access_level = 'User'
  AND (NEW.email <> OLD.email OR NEW.phone_number <> OLD.phone_number)
  OR NEW.log_in_link_hash <> coalesce(OLD.log_in_link_hash, '')
  OR NEW.recovery_codes_at IS DISTINCT FROM OLD.recovery_codes_at)
EXECUTE FUNCTION bound_own_changes();
--> statement-breakpoint
-- bound_credentials, end_credentials, end_credentials_of_account; personal_tables.
-- Functions: e0b034cde747b766
