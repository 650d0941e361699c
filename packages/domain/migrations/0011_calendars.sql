CREATE TABLE "calendars" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendars_token_hash" ON "calendars" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "calendars_user" ON "calendars" USING btree ("user_id","created_at","id");
--> statement-breakpoint
-- One after the other for each person, and each counts what the one before it made. As a unique violation, so that the same
-- request that comes twice at once is looked up.
CREATE FUNCTION bound_calendars() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('calendars ' || NEW.user_id, 0));
  IF (SELECT count(*) FROM calendars WHERE user_id = NEW.user_id) >= 20 THEN
    RAISE EXCEPTION 'too many calendars' USING ERRCODE = 'unique_violation', CONSTRAINT = 'calendars_bounded';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER calendars_bounded BEFORE INSERT ON calendars FOR EACH ROW EXECUTE FUNCTION bound_calendars();
