CREATE INDEX "journal_actor" ON "journal" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "journal_at" ON "journal" USING btree ("at");