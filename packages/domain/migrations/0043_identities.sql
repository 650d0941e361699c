CREATE TABLE "identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identities_subject" ON "identities" USING btree ("issuer","subject") WHERE "identities"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "identities_user" ON "identities" USING btree ("user_id","issuer") WHERE "identities"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "identities_made" ON "identities" USING btree ("user_id","created_at");
--> statement-breakpoint
SELECT journal_table('identities', 'user_id', 'issuer', 'subject');
--> statement-breakpoint
CREATE TRIGGER "identities_kept" BEFORE DELETE OR TRUNCATE ON "identities" FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER identities_daily BEFORE INSERT ON identities FOR EACH ROW EXECUTE FUNCTION bound_credentials();
--> statement-breakpoint
-- bound_credentials, end_credentials_of_account; personal_tables.
-- Functions: c11dc9249b6a3ee9
