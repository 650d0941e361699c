ALTER TABLE "users" ADD COLUMN "log_in_link_hash" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "log_in_link_epoch" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "log_in_link_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "users_log_in_link" ON "users" USING btree ("log_in_link_hash") WHERE "users"."log_in_link_hash" is not null;--> statement-breakpoint
-- The journal tells that a link was made, and that it was used.
SELECT journal_table('users', 'first_name', 'last_name', 'username', 'email', 'phone_number', 'access_level', 'active',
  'password_changed_at', 'log_in_link_until');
--> statement-breakpoint
DROP TRIGGER users_bounded ON users;
--> statement-breakpoint
-- As in 0026_credentials.sql; of links too, whoever makes them.
CREATE TRIGGER users_bounded BEFORE UPDATE ON users FOR EACH ROW
WHEN (NEW.changed_by = NEW.id AND NEW.access_level = 'User'
  AND (NEW.email <> OLD.email OR NEW.phone_number <> OLD.phone_number)
  OR NEW.log_in_link_hash <> coalesce(OLD.log_in_link_hash, ''))
EXECUTE FUNCTION bound_own_changes();
--> statement-breakpoint
-- erase_user.
-- Functions: 2f7b096be18c0b64
