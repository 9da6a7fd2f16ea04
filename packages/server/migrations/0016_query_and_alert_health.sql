ALTER TABLE "alert_events" ADD COLUMN "health_before" text DEFAULT 'ok' NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_events" ADD COLUMN "health" text DEFAULT 'ok' NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "health" text DEFAULT 'ok' NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "evaluated_value" jsonb;--> statement-breakpoint
ALTER TABLE "queries" ADD COLUMN "refresh_failure" jsonb;--> statement-breakpoint
CREATE INDEX "queries_failing" ON "queries" USING btree ("id") WHERE refresh_failure is not null;--> statement-breakpoint
-- Alerts whose last check found no value already say so, so that the next check of the same does not notify again.
UPDATE "alerts" SET "health" = 'no_data' WHERE "state" = 'unknown' AND (
	SELECT "value" FROM "alert_events" WHERE "alert_id" = "alerts"."id" AND "kind" <> 'test' ORDER BY "id" DESC LIMIT 1
) = '[null]'::jsonb;
