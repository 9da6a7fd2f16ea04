CREATE TABLE "query_listings" (
	"query_id" integer PRIMARY KEY NOT NULL,
	"data_source_id" integer,
	"user_id" integer NOT NULL,
	"is_draft" boolean NOT NULL,
	"is_archived" boolean NOT NULL,
	"name" text NOT NULL,
	"tags" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"interval" bigint,
	"executed_at" timestamp with time zone,
	"runtime" double precision
);
--> statement-breakpoint
DROP INDEX "queries_created";--> statement-breakpoint
DROP INDEX "queries_name";--> statement-breakpoint
ALTER TABLE "dashboards" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(name)) STORED;--> statement-breakpoint
ALTER TABLE "query_listings" ADD CONSTRAINT "query_listings_query_id_queries_id_fk" FOREIGN KEY ("query_id") REFERENCES "public"."queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "query_listings_name" ON "query_listings" USING btree ("name","query_id");--> statement-breakpoint
CREATE INDEX "query_listings_created" ON "query_listings" USING btree ("created_at","query_id");--> statement-breakpoint
CREATE INDEX "query_listings_user" ON "query_listings" USING btree ("user_id");--> statement-breakpoint
-- Runs change a row's time and seconds: with room on its page it is written there, and no index has to know.
ALTER TABLE "query_listings" SET (fillfactor = 80);--> statement-breakpoint
CREATE FUNCTION "list_query"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "query_listings"
		("query_id", "data_source_id", "user_id", "is_draft", "is_archived", "name", "tags", "created_at", "interval", "executed_at", "runtime")
	SELECT new."id", new."data_source_id", new."user_id", new."is_draft", new."is_archived", lower(new."name"), new."tags",
		new."created_at", (new."schedule" ->> 'interval')::bigint, "result"."retrieved_at", "result"."runtime"
	FROM (SELECT) "one" LEFT JOIN "query_results" "result" ON "result"."id" = new."latest_query_data_id"
	ON CONFLICT ("query_id") DO UPDATE SET
		"data_source_id" = excluded."data_source_id", "user_id" = excluded."user_id", "is_draft" = excluded."is_draft",
		"is_archived" = excluded."is_archived", "name" = excluded."name", "tags" = excluded."tags",
		"created_at" = excluded."created_at", "interval" = excluded."interval",
		"executed_at" = excluded."executed_at", "runtime" = excluded."runtime";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "queries_list" AFTER INSERT OR UPDATE OF
	"data_source_id", "user_id", "is_draft", "is_archived", "name", "tags", "created_at", "schedule", "latest_query_data_id"
ON "queries" FOR EACH ROW EXECUTE FUNCTION "list_query"();--> statement-breakpoint
INSERT INTO "query_listings"
	("query_id", "data_source_id", "user_id", "is_draft", "is_archived", "name", "tags", "created_at", "interval", "executed_at", "runtime")
SELECT "query"."id", "query"."data_source_id", "query"."user_id", "query"."is_draft", "query"."is_archived", lower("query"."name"),
	"query"."tags", "query"."created_at", ("query"."schedule" ->> 'interval')::bigint, "result"."retrieved_at", "result"."runtime"
FROM "queries" "query" LEFT JOIN "query_results" "result" ON "result"."id" = "query"."latest_query_data_id";
