CREATE TABLE "external_ids" (
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "external_ids_source_kind_external_id_pk" PRIMARY KEY("source","kind","external_id")
);
--> statement-breakpoint
CREATE INDEX "external_ids_record" ON "external_ids" USING btree ("id");
--> statement-breakpoint
-- undo_import, undo_changes: what they delete is imported again the next time.
-- Functions: 237e22ebc7ebccea
