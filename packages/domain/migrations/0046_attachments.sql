CREATE TABLE "attachment_pieces" (
	"attachment_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone DEFAULT now() + interval '1 hour',
	CONSTRAINT "attachment_pieces_attachment_id_number_pk" PRIMARY KEY("attachment_id","number")
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"bill_id" uuid,
	"cheque_id" uuid,
	"payee_id" uuid,
	"settlement_id" uuid,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"purged_at" timestamp (3) with time zone,
	CONSTRAINT "attachments_record" CHECK (num_nonnulls("attachments"."bill_id", "attachments"."cheque_id", "attachments"."payee_id", "attachments"."settlement_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "attachments" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cheques" ADD COLUMN "attachments" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payees" ADD COLUMN "attachments" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "attachments" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bills"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_cheque_id_cheques_id_fk" FOREIGN KEY ("cheque_id") REFERENCES "public"."cheques"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachment_pieces_expiry" ON "attachment_pieces" USING btree ("expires_at") WHERE "attachment_pieces"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "attachments_bill" ON "attachments" USING btree ("bill_id") WHERE "attachments"."bill_id" is not null;--> statement-breakpoint
CREATE INDEX "attachments_cheque" ON "attachments" USING btree ("cheque_id") WHERE "attachments"."cheque_id" is not null;--> statement-breakpoint
CREATE INDEX "attachments_payee" ON "attachments" USING btree ("payee_id") WHERE "attachments"."payee_id" is not null;--> statement-breakpoint
CREATE INDEX "attachments_settlement" ON "attachments" USING btree ("settlement_id") WHERE "attachments"."settlement_id" is not null;--> statement-breakpoint
CREATE INDEX "attachments_room" ON "attachments" USING btree ("size") WHERE "attachments"."purged_at" is null;
--> statement-breakpoint
SELECT journal_table('attachments', 'bill_id', 'cheque_id', 'payee_id', 'settlement_id', 'name', 'type', 'size', 'sha256');
--> statement-breakpoint
CREATE TRIGGER "attachments_kept" BEFORE DELETE OR TRUNCATE ON "attachments" FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
-- The files are compressed already; and a part of a piece is read without the rest.
ALTER TABLE "attachment_pieces" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- add_attachment, count_attachment, erase_attachments, keep_purged, purge_attachment, remove_attachment; keep_settlement.
-- Functions: 49e904b3ef67eaed
