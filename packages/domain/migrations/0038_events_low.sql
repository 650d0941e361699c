-- give_positions: a change of a transaction that began while another one was the newest that had ended could be left without a
-- position. All changes are looked at once more.
UPDATE event_state SET horizon = '0', low = 0, next_low = 0, next_horizon = '0';
--> statement-breakpoint
-- Functions: c7d60fa23623492b
