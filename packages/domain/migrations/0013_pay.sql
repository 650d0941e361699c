CREATE TABLE "closing_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "closing_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"through" date,
	"kinds" jsonb NOT NULL,
	"reason" text NOT NULL,
	"reopened" boolean NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closings" (
	"kind" text PRIMARY KEY NOT NULL,
	"through" date
);
--> statement-breakpoint
CREATE TABLE "payEntries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"worker_id" uuid NOT NULL,
	"date" date NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric NOT NULL,
	"extra_notes" text NOT NULL,
	"cheque_id" uuid,
	"settlement_id" uuid,
	"kept_from_id" uuid,
	CONSTRAINT "pay_entries_amount" CHECK (abs("payEntries"."amount") < 1e15 and scale("payEntries"."amount") <= 4 and ("payEntries"."kind" = 'opening' or "payEntries"."amount" > 0))
);
--> statement-breakpoint
CREATE TABLE "rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"worker_id" uuid NOT NULL,
	"from" date NOT NULL,
	"basis" text NOT NULL,
	"amount" numeric NOT NULL,
	"day_minutes" integer NOT NULL,
	"overtime_factor" numeric NOT NULL,
	"month_days" integer NOT NULL,
	"extra_notes" text NOT NULL,
	CONSTRAINT "rates_amount" CHECK ("rates"."amount" >= 0 and "rates"."amount" < 1e15 and scale("rates"."amount") <= 4),
	CONSTRAINT "rates_bounds" CHECK ("rates"."day_minutes" between 1 and 1440 and "rates"."month_days" between 1 and 31
        and "rates"."overtime_factor" between 0 and 10 and scale("rates"."overtime_factor") <= 4)
);
--> statement-breakpoint
CREATE TABLE "settlement_values" (
	"settlement_id" uuid NOT NULL,
	"date" date NOT NULL,
	"field" text NOT NULL,
	"amount" numeric NOT NULL,
	CONSTRAINT "settlement_values_settlement_id_date_field_pk" PRIMARY KEY("settlement_id","date","field")
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"worker_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"from" date NOT NULL,
	"to" date NOT NULL,
	"status" text DEFAULT 'issued' NOT NULL,
	"opening" numeric NOT NULL,
	"earned" numeric NOT NULL,
	"paid" numeric NOT NULL,
	"payout" numeric NOT NULL,
	"balance" numeric NOT NULL,
	"corrections" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"totals" jsonb NOT NULL,
	"replaces_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"voided_after" integer
);
--> statement-breakpoint
ALTER TABLE "logs" ADD COLUMN "break_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP INDEX "logs_worker";--> statement-breakpoint
CREATE INDEX "logs_worker" ON "logs" USING btree ("worker_id","date","id","duration_minutes","break_minutes","is_absent","payment") WHERE "logs"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "payEntries" ADD CONSTRAINT "payEntries_worker_id_users_id_fk" FOREIGN KEY ("worker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payEntries" ADD CONSTRAINT "payEntries_cheque_id_cheques_id_fk" FOREIGN KEY ("cheque_id") REFERENCES "public"."cheques"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payEntries" ADD CONSTRAINT "payEntries_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payEntries" ADD CONSTRAINT "payEntries_kept_from_id_settlements_id_fk" FOREIGN KEY ("kept_from_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rates" ADD CONSTRAINT "rates_worker_id_users_id_fk" FOREIGN KEY ("worker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_values" ADD CONSTRAINT "settlement_values_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_worker_id_users_id_fk" FOREIGN KEY ("worker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_replaces_id_settlements_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pay_entries_order" ON "payEntries" USING btree ("date","id") WHERE "payEntries"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "pay_entries_worker" ON "payEntries" USING btree ("worker_id","date","id") WHERE "payEntries"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "pay_entries_settlement" ON "payEntries" USING btree ("settlement_id") WHERE "payEntries"."settlement_id" is not null;--> statement-breakpoint
CREATE INDEX "rates_order" ON "rates" USING btree ("from","id") WHERE "rates"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "rates_from" ON "rates" USING btree ("worker_id","from") WHERE "rates"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_number" ON "settlements" USING btree ("worker_id","number");--> statement-breakpoint
CREATE INDEX "settlements_order" ON "settlements" USING btree ("to","id") WHERE "settlements"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "logs" ADD CONSTRAINT "logs_break" CHECK ("logs"."break_minutes" between 0 and 1439 and ("logs"."is_absent" or "logs"."starting_time" is null
        or "logs"."finishing_time" is null or "logs"."break_minutes" <= "logs"."duration_minutes"));--> statement-breakpoint
-- How many digits amounts of a currency have after the point; `currencyDigits` in settings.schema.ts is the same table.
CREATE FUNCTION currency_digits(currency text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN currency = ANY ('{BIF,CLP,DJF,GNF,ISK,JPY,KMF,KRW,PYG,RWF,UGX,UYI,VND,VUV,XAF,XOF,XPF}') THEN 0
  WHEN currency = ANY ('{BHD,IQD,JOD,KWD,LYD,OMR,TND}') THEN 3
  WHEN currency = ANY ('{CLF,UYW}') THEN 4
  ELSE 2
END;
--> statement-breakpoint
-- DB018: an amount has more digits than the currency of the business, which are the detail.
CREATE FUNCTION check_pay_amount() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  digits integer;
BEGIN
  IF TG_OP = 'INSERT' OR NEW.amount <> OLD.amount OR scale(NEW.amount) > scale(OLD.amount) THEN
    SELECT currency_digits(currency) INTO digits FROM settings;
    IF scale(NEW.amount) > digits THEN
      RAISE EXCEPTION 'too many digits' USING ERRCODE = 'DB018', DETAIL = digits::text;
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER rates_amount BEFORE INSERT OR UPDATE ON rates FOR EACH ROW EXECUTE FUNCTION check_pay_amount();
--> statement-breakpoint
CREATE TRIGGER "payEntries_amount" BEFORE INSERT OR UPDATE ON "payEntries" FOR EACH ROW EXECUTE FUNCTION check_pay_amount();
--> statement-breakpoint
CREATE FUNCTION complete_rate() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.day_minutes := coalesce(NEW.day_minutes, (SELECT day_minutes FROM settings));
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER rates_complete BEFORE INSERT ON rates FOR EACH ROW EXECUTE FUNCTION complete_rate();
--> statement-breakpoint
-- Who may write what a worker is paid: an Administrator, and a Supervisor for others of role User. DB003: nobody else.
CREATE FUNCTION may_pay(actor uuid, worker uuid) RETURNS boolean LANGUAGE sql STABLE
RETURN NOT EXISTS (
  SELECT FROM users AS payer, users AS paid
  WHERE payer.id = actor AND paid.id = worker AND payer.access_level <> 'Administrator'
    AND NOT (payer.access_level = 'Supervisor' AND paid.access_level = 'User' AND paid.id <> payer.id));
--> statement-breakpoint
CREATE FUNCTION check_payer() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT may_pay(NEW.changed_by, NEW.worker_id) OR TG_OP = 'UPDATE' AND NOT may_pay(NEW.changed_by, OLD.worker_id) THEN
    RAISE EXCEPTION 'the caller may not pay this worker' USING ERRCODE = 'DB003';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "payEntries_payer" BEFORE INSERT OR UPDATE ON "payEntries" FOR EACH ROW EXECUTE FUNCTION check_payer();
--> statement-breakpoint
CREATE TRIGGER rates_journal AFTER INSERT OR UPDATE ON rates FOR EACH ROW EXECUTE FUNCTION write_journal(
  'worker_id', 'from', 'basis', 'amount', 'day_minutes', 'overtime_factor', 'month_days', 'extra_notes');
--> statement-breakpoint
CREATE TRIGGER "payEntries_journal" AFTER INSERT OR UPDATE ON "payEntries" FOR EACH ROW EXECUTE FUNCTION write_journal(
  'worker_id', 'date', 'kind', 'amount', 'extra_notes', 'cheque_id');
--> statement-breakpoint
CREATE TRIGGER settlements_journal AFTER INSERT OR UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION write_journal(
  'worker_id', 'number', 'from', 'to', 'status', 'payout', 'balance', 'replaces_id', 'reason');
--> statement-breakpoint
CREATE TRIGGER rates_kept BEFORE DELETE OR TRUNCATE ON rates FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER "payEntries_kept" BEFORE DELETE OR TRUNCATE ON "payEntries" FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER settlements_kept BEFORE DELETE OR TRUNCATE ON settlements FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
DROP TRIGGER logs_journal ON logs;
--> statement-breakpoint
CREATE TRIGGER logs_journal AFTER INSERT OR UPDATE ON logs FOR EACH ROW EXECUTE FUNCTION write_journal(
  'date', 'starting_time', 'finishing_time', 'break_minutes', 'payment', 'extra_notes', 'worker_id', 'is_absent');
