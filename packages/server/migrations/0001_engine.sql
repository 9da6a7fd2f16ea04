CREATE TABLE "access_permissions" (
	"id" serial PRIMARY KEY NOT NULL,
	"object_type" text NOT NULL,
	"object_id" integer NOT NULL,
	"access_type" text NOT NULL,
	"grantor_id" integer NOT NULL,
	"grantee_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "access_permissions_grant" UNIQUE("object_type","object_id","access_type","grantor_id","grantee_id")
);
--> statement-breakpoint
CREATE TABLE "widgets" (
	"id" serial PRIMARY KEY NOT NULL,
	"dashboard_id" integer NOT NULL,
	"visualization_id" integer,
	"text" text DEFAULT '' NOT NULL,
	"width" integer DEFAULT 1 NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule_failures" (
	"id" serial PRIMARY KEY NOT NULL,
	"query_id" integer NOT NULL,
	"reason" text NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dashboards" ADD COLUMN "layout" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "dashboards" ADD COLUMN "api_key" text;--> statement-breakpoint
ALTER TABLE "data_sources" ADD COLUMN "concurrency" integer;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "scheduled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "is_awaited" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "retries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "worker" text;--> statement-breakpoint
ALTER TABLE "query_results" ADD COLUMN "is_lost" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "queries" ADD COLUMN "schedule_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "queries" ADD COLUMN "scheduled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "queries" ADD COLUMN "scheduled_execution_id" uuid;--> statement-breakpoint
ALTER TABLE "queries" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', regexp_replace(name || ' ' || id::text || ' ' || coalesce(description, '') || ' ' || left(query, 200000), '[!-/:-@[-`{-~]+', ' ', 'g'))) STORED;--> statement-breakpoint
ALTER TABLE "queries" ADD COLUMN "search_rank" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', regexp_replace(name, '[!-/:-@[-`{-~]+', ' ', 'g')), 'A') || setweight(to_tsvector('simple', regexp_replace(id::text, '[!-/:-@[-`{-~]+', ' ', 'g')), 'B') || setweight(to_tsvector('simple', regexp_replace(coalesce(description, ''), '[!-/:-@[-`{-~]+', ' ', 'g')), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "access_permissions" ADD CONSTRAINT "access_permissions_grantor_id_users_id_fk" FOREIGN KEY ("grantor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_permissions" ADD CONSTRAINT "access_permissions_grantee_id_users_id_fk" FOREIGN KEY ("grantee_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_dashboard_id_dashboards_id_fk" FOREIGN KEY ("dashboard_id") REFERENCES "public"."dashboards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_visualization_id_visualizations_id_fk" FOREIGN KEY ("visualization_id") REFERENCES "public"."visualizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_failures" ADD CONSTRAINT "schedule_failures_query_id_queries_id_fk" FOREIGN KEY ("query_id") REFERENCES "public"."queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "widgets_dashboard" ON "widgets" USING btree ("dashboard_id");--> statement-breakpoint
CREATE INDEX "widgets_visualization" ON "widgets" USING btree ("visualization_id");--> statement-breakpoint
CREATE INDEX "schedule_failures_query" ON "schedule_failures" USING btree ("query_id");--> statement-breakpoint
CREATE INDEX "events_viewed" ON "events" USING btree ("user_id","object_type","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "executions_waiting" ON "executions" USING btree ("is_awaited" DESC NULLS LAST,"created_at","id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "queries_search" ON "queries" USING gin ("search");--> statement-breakpoint
CREATE INDEX "queries_scheduled" ON "queries" USING btree ("id") WHERE schedule is not null;--> statement-breakpoint
ALTER TABLE "dashboards" ADD CONSTRAINT "dashboards_api_key_unique" UNIQUE("api_key");