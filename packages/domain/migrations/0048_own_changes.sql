DROP TRIGGER users_bounded ON users;
--> statement-breakpoint
-- As in 0042_second_factors.sql; but whoever ends recovery codes is never kept from it.
CREATE TRIGGER users_bounded BEFORE UPDATE ON users FOR EACH ROW
WHEN (NEW.changed_by = NEW.id AND NEW.access_level = 'User'
  AND (NEW.email <> OLD.email OR NEW.phone_number <> OLD.phone_number)
  OR NEW.log_in_link_hash <> coalesce(OLD.log_in_link_hash, '')
  OR NEW.recovery_codes_at <> coalesce(OLD.recovery_codes_at, '-infinity'))
EXECUTE FUNCTION bound_own_changes();
--> statement-breakpoint
-- bound_own_changes.
-- Functions: 3e8b68e9c0e549ef
