DROP INDEX "queries_user";--> statement-breakpoint
CREATE INDEX "queries_created" ON "queries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "queries_name" ON "queries" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "queries_listed" ON "queries" USING btree ("data_source_id") WHERE not is_archived;--> statement-breakpoint
CREATE INDEX "queries_user" ON "queries" USING btree ("user_id","updated_at");