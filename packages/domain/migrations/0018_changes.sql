CREATE INDEX "balance_readings_changed" ON "balanceReadings" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "bank_accounts_changed" ON "bankAccounts" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "bills_changed" ON "bills" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "chequebooks_changed" ON "chequebooks" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "cheques_changed" ON "cheques" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "journal_moved" ON "journal" USING btree (("before" ->> 'worker_id'),"at") WHERE "journal"."action" = 'update' and "journal"."before" ? 'worker_id';--> statement-breakpoint
CREATE INDEX "logs_changed" ON "logs" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "pay_entries_changed" ON "payEntries" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "payees_changed" ON "payees" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "rates_changed" ON "rates" USING btree ("updated_at","id");