ALTER TABLE bills ALTER COLUMN search_key DROP EXPRESSION;
--> statement-breakpoint
ALTER TABLE payees ALTER COLUMN search_key DROP EXPRESSION;
--> statement-breakpoint
-- close_periods; fold_bill, fold_payee and their triggers.
-- Functions: 1deb90446db06f96
