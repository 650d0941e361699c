ALTER TABLE bills ALTER COLUMN search_key DROP EXPRESSION;
--> statement-breakpoint
ALTER TABLE payees ALTER COLUMN search_key DROP EXPRESSION;
--> statement-breakpoint
-- close_periods; erase_user; fold_bill, fold_payee and their triggers.
-- Functions: bddab2ed875190c7
