CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone DEFAULT now() + interval '1 day',
	"counts" jsonb NOT NULL,
	"file" jsonb NOT NULL,
	"rows" text,
	"records" text,
	"committed_at" timestamp (3) with time zone,
	"batch" uuid,
	"result" jsonb,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_user" ON "imports" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "imports_order" ON "imports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "imports_expiry" ON "imports" USING btree ("expires_at") WHERE "imports"."expires_at" is not null;
--> statement-breakpoint
-- commit_import, undo_import: what files have records of.
-- Functions: ebbcb9b09120c643
