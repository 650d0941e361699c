ALTER TABLE "bills" ADD COLUMN "payee_id" uuid;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "due_date" date;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "paid_on" date;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "cheque_id" uuid;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "current_cheque_id" uuid;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "paid_by_cheque" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_account_id_bankAccounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."bankAccounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_cheque_id_cheques_id_fk" FOREIGN KEY ("cheque_id") REFERENCES "public"."cheques"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bills_due_date" ON "bills" USING btree ("due_date","id") WHERE "bills"."deleted_at" is null and "bills"."due_date" is not null;--> statement-breakpoint
CREATE INDEX "bills_due" ON "bills" USING btree ("due_date","id","value") WHERE "bills"."deleted_at" is null and "bills"."due_date" is not null and "bills"."paid_on" is null and not "bills"."paid_by_cheque";--> statement-breakpoint
CREATE INDEX "bills_payee" ON "bills" USING btree ("payee_id","date","id") WHERE "bills"."deleted_at" is null and "bills"."payee_id" is not null;--> statement-breakpoint
CREATE INDEX "bills_account" ON "bills" USING btree ("account_id","date","id") WHERE "bills"."deleted_at" is null and "bills"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "bills_cheque" ON "bills" USING btree ("cheque_id") WHERE "bills"."cheque_id" is not null;--> statement-breakpoint
CREATE INDEX "bills_current_cheque" ON "bills" USING btree ("current_cheque_id") WHERE "bills"."current_cheque_id" is not null;
--> statement-breakpoint
SELECT journal_table('bills', 'date', 'value', 'description', 'extra_notes', 'payee_id', 'due_date', 'paid_on', 'account_id', 'cheque_id');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER bills_changed_closed AFTER UPDATE ON bills FOR EACH ROW WHEN (
  (OLD.deleted_at IS NULL, OLD.date, OLD.value, OLD.description, OLD.payee_id)
  IS DISTINCT FROM (NEW.deleted_at IS NULL, NEW.date, NEW.value, NEW.description, NEW.payee_id)
) EXECUTE FUNCTION keep_closed('bills', 'date');
--> statement-breakpoint
-- outcome_of_cheque, follow_cheque, update_bills_of_cheque and their triggers; undo_import.
-- Functions: bfa153f4c5766cf0
