ALTER TABLE bills ALTER COLUMN search_key DROP EXPRESSION;
--> statement-breakpoint
ALTER TABLE payees ALTER COLUMN search_key DROP EXPRESSION;
--> statement-breakpoint
-- close_periods; erase_user; fold_bill, fold_payee and their triggers.
-- Functions: 38a5f2dc03e9d37a
