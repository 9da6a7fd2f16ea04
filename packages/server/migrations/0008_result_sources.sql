-- What is stored already was read from its own data source alone, but for what Query Results has read. The constant default says so
-- without rewriting a row; it is dropped, so that a row which does not say what it was read from counts as not known.
ALTER TABLE "alert_events" ADD COLUMN "source_ids" integer[] DEFAULT '{}'::integer[];--> statement-breakpoint
ALTER TABLE "alert_events" ALTER COLUMN "source_ids" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "query_results" ADD COLUMN "input_source_ids" integer[] DEFAULT '{}'::integer[];--> statement-breakpoint
ALTER TABLE "query_results" ALTER COLUMN "input_source_ids" DROP DEFAULT;--> statement-breakpoint
UPDATE "query_results" SET "input_source_ids" = NULL
WHERE "data_source_id" IN (SELECT "id" FROM "data_sources" WHERE "type" = 'results');--> statement-breakpoint
UPDATE "alert_events" SET "source_ids" = NULL
FROM "alerts" JOIN "queries" ON "queries"."id" = "alerts"."query_id" JOIN "data_sources" ON "data_sources"."id" = "queries"."data_source_id"
WHERE "alerts"."id" = "alert_events"."alert_id" AND "data_sources"."type" = 'results';
