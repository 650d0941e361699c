ALTER TABLE "calendars" ADD COLUMN "last_read_from" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "last_used_from" text;