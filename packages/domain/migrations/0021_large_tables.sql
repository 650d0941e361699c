-- On large tables these take minutes, in which nobody writes to them: they can be made beforehand (docs/scaling.md).
CREATE INDEX IF NOT EXISTS "bills_ledger" ON "bills" USING btree ("date","id","value") WHERE "bills"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cheques_serials" ON "cheques" USING btree ("serial" collate "C","account_id") WHERE "cheques"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cheques_cleared" ON "cheques" USING btree ("account_id","status_date") WHERE "cheques"."deleted_at" is null and "cheques"."status" = 'cleared';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "bills_search" ON "bills" USING gin ("search_key" gin_trgm_ops) WHERE "bills"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cheques_search" ON "cheques" USING gin ("search_key" gin_trgm_ops) WHERE "cheques"."deleted_at" is null;--> statement-breakpoint
-- Last, since nobody reads either until the end. Those above do their work.
DROP INDEX "bills_order";--> statement-breakpoint
DROP INDEX "cheques_serial";--> statement-breakpoint
-- It only reads, so that several processes of PostgreSQL may share the workers in pay_sums.
ALTER FUNCTION earned_days(uuid, date) PARALLEL SAFE;
