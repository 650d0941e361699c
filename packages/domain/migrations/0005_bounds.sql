CREATE TABLE "devices" (
	"hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devices_pkey" PRIMARY KEY("hash","user_id")
);
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_user" ON "devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "devices_age" ON "devices" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "attempts_drained" ON "attempts" USING btree ("drained_at");--> statement-breakpoint
-- Of an account's rows those last used are kept: as many as the first argument says, told apart by the column in the
-- second. One after the other for each account, and each sees what the one before it left: a statement alone would not.
CREATE FUNCTION keep_latest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.user_id::text, 0));
  EXECUTE format(
    'DELETE FROM %1$I.%2$I WHERE user_id = $1 AND %3$I IN (
      SELECT %3$I FROM %1$I.%2$I WHERE user_id = $1 ORDER BY epoch DESC, last_seen_at DESC, %3$I DESC OFFSET %4$s)',
    TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_ARGV[1], TG_ARGV[0]) USING NEW.user_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
DELETE FROM sessions WHERE id IN (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY epoch DESC, last_seen_at DESC, id DESC) AS place
    FROM sessions) AS placed
  WHERE place > 100);
--> statement-breakpoint
-- Before: 99 and the new one are 100. It also comes first in a log-in, so that nothing is locked before its turn.
CREATE TRIGGER sessions_bounded BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION keep_latest('99', 'id');
--> statement-breakpoint
-- After, since a device that is there already makes no row.
CREATE TRIGGER devices_bounded AFTER INSERT ON devices FOR EACH ROW EXECUTE FUNCTION keep_latest('20', 'hash');
