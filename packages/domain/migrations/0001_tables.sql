CREATE TABLE "bills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"date" date NOT NULL,
	"value" numeric NOT NULL,
	"description" text NOT NULL,
	"extra_notes" text NOT NULL,
	"search_key" text GENERATED ALWAYS AS (fold(description || ' ' || extra_notes)) STORED NOT NULL,
	CONSTRAINT "bills_value" CHECK (abs("bills"."value") < 1e15 and scale("bills"."value") <= 4)
);
--> statement-breakpoint
CREATE TABLE "cheques" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"serial" text NOT NULL,
	"due_date" date NOT NULL,
	"value" numeric NOT NULL,
	"description" text NOT NULL,
	"payee_id" uuid NOT NULL,
	"is_cancelled" boolean NOT NULL,
	"search_key" text GENERATED ALWAYS AS (fold(serial || ' ' || description)) STORED NOT NULL,
	CONSTRAINT "cheques_value" CHECK ("cheques"."value" >= 0 and "cheques"."value" < 1e15 and scale("cheques"."value") <= 4)
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_id" uuid,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"action" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"date" date NOT NULL,
	"starting_time" time,
	"finishing_time" time,
	"crosses_midnight" boolean GENERATED ALWAYS AS (coalesce(not is_absent and finishing_time < starting_time, false)) STORED NOT NULL,
	"duration_minutes" integer GENERATED ALWAYS AS (coalesce(((extract(hour from finishing_time) * 60 + extract(minute from finishing_time))::integer - (extract(hour from starting_time) * 60 + extract(minute from starting_time))::integer + 1440) % 1440 * (not is_absent)::integer, 0)) STORED NOT NULL,
	"payment" numeric NOT NULL,
	"extra_notes" text NOT NULL,
	"worker_id" uuid NOT NULL,
	"is_absent" boolean NOT NULL,
	CONSTRAINT "logs_times" CHECK ("logs"."is_absent" or ("logs"."starting_time" is not null and "logs"."finishing_time" is not null)),
	CONSTRAINT "logs_payment" CHECK ("logs"."payment" >= 0 and "logs"."payment" < 1e15 and scale("logs"."payment") <= 4)
);
--> statement-breakpoint
CREATE TABLE "payees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (fold(name)) STORED NOT NULL,
	"search_key" text GENERATED ALWAYS AS (fold(name || ' ' || email || ' ' || phone_number || ' ' || extra_notes)) STORED NOT NULL,
	"email" text NOT NULL,
	"phone_number" text NOT NULL,
	"extra_notes" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"drained_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"refresh_count" integer DEFAULT 0 NOT NULL,
	"refresh_hash" text NOT NULL,
	"refreshed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_agent" text NOT NULL,
	"address" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"deleted_at" timestamp with time zone,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"full_name" text GENERATED ALWAYS AS (first_name || ' ' || last_name) STORED NOT NULL,
	"name_key" text GENERATED ALWAYS AS (fold(first_name || ' ' || last_name)) STORED NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text NOT NULL,
	"phone_number" text NOT NULL,
	"access_level" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"password_hash" text NOT NULL,
	"password_changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"session_epoch" integer DEFAULT 0 NOT NULL,
	"preferences" jsonb NOT NULL,
	CONSTRAINT "users_access_level" CHECK ("users"."access_level" in ('User', 'Supervisor', 'Administrator'))
);
--> statement-breakpoint
ALTER TABLE "cheques" ADD CONSTRAINT "cheques_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logs" ADD CONSTRAINT "logs_worker_id_users_id_fk" FOREIGN KEY ("worker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bills_order" ON "bills" USING btree ("date","id") WHERE "bills"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "cheques_order" ON "cheques" USING btree ("due_date","id") WHERE "cheques"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "cheques_payee" ON "cheques" USING btree ("payee_id","due_date","id") WHERE "cheques"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "journal_record" ON "journal" USING btree ("record_id","id");--> statement-breakpoint
CREATE INDEX "logs_order" ON "logs" USING btree ("date","id") WHERE "logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_worker" ON "logs" USING btree ("worker_id","date","id") WHERE "logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "payees_name_order" ON "payees" USING btree ("name_key" collate "C","id") WHERE "payees"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username_key") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_name_order" ON "users" USING btree ("name_key" collate "C","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_name_search" ON "users" USING gin ("full_name" gin_trgm_ops);