ALTER TABLE "attachments" ADD COLUMN "thumbnail" text;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_thumbnail" CHECK ("attachments"."purged_at" is null or "attachments"."thumbnail" is null);
--> statement-breakpoint
-- erase_attachments.
-- Functions: --

--> statement-breakpoint
-- erase_attachments.
-- Functions: Functions:

--> statement-breakpoint
-- erase_attachments.
-- Functions: 4db6d96f3f510eec
