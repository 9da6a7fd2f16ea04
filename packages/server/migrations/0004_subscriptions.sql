CREATE TABLE "subscriptions" (
	"id" serial PRIMARY KEY NOT NULL,
	"dashboard_id" integer,
	"query_id" integer,
	"user_id" integer NOT NULL,
	"destination_id" integer,
	"schedule" jsonb NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_sent_at" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_object" CHECK (num_nonnulls(dashboard_id, query_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "data_sources" ADD COLUMN "refreshes_schema" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "data_sources" ADD COLUMN "schema_tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "data_sources" ADD COLUMN "schema_error" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(name) || chr(10) || email) STORED;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_dashboard_id_dashboards_id_fk" FOREIGN KEY ("dashboard_id") REFERENCES "public"."dashboards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_query_id_queries_id_fk" FOREIGN KEY ("query_id") REFERENCES "public"."queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_dashboard_user" ON "subscriptions" USING btree ("dashboard_id","user_id") WHERE dashboard_id is not null and destination_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_dashboard_destination" ON "subscriptions" USING btree ("dashboard_id","destination_id") WHERE dashboard_id is not null and destination_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_query_user" ON "subscriptions" USING btree ("query_id","user_id") WHERE query_id is not null and destination_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_query_destination" ON "subscriptions" USING btree ("query_id","destination_id") WHERE query_id is not null and destination_id is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_next_try" ON "subscriptions" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "dashboards_created" ON "dashboards" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "dashboards_name" ON "dashboards" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "query_results_size" ON "query_results" USING btree ("size","id");