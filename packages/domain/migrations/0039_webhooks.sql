CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"position" bigint,
	"type" text NOT NULL,
	"record_id" uuid NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"queued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"attempts" jsonb DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"kinds" jsonb NOT NULL,
	"active" boolean NOT NULL,
	"secret_number" integer DEFAULT 1 NOT NULL,
	"secret_changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"previous_secret_until" timestamp (3) with time zone,
	"position" bigint NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_position" ON "webhook_deliveries" USING btree ("webhook_id","position");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_listed" ON "webhook_deliveries" USING btree ("webhook_id","number");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","due_at") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_record" ON "webhook_deliveries" USING btree ("webhook_id","record_id","position") WHERE "webhook_deliveries"."state" = 'pending';
--> statement-breakpoint
SELECT journal_table('webhooks', 'name', 'url', 'kinds', 'active', 'secret_changed_at');
--> statement-breakpoint
CREATE TRIGGER "webhooks_kept" BEFORE DELETE OR TRUNCATE ON "webhooks" FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
-- take_deliveries, finish_delivery, bound_webhooks, erase_user.
-- Functions: f7f9eefbacb90804
