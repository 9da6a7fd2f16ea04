CREATE TABLE "alert_checks" (
	"alert_id" integer NOT NULL,
	"query_result_id" integer NOT NULL,
	CONSTRAINT "alert_checks_alert_id_query_result_id_pk" PRIMARY KEY("alert_id","query_result_id")
);
--> statement-breakpoint
CREATE TABLE "alert_deliveries" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" integer NOT NULL,
	"subscription_id" integer,
	"recipient" text NOT NULL,
	"deduplication_key" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_try_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "alert_deliveries_deduplication_key_unique" UNIQUE("deduplication_key")
);
--> statement-breakpoint
CREATE TABLE "alert_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"alert_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state_before" text NOT NULL,
	"state" text NOT NULL,
	"value" jsonb NOT NULL,
	"query_result_id" integer,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_subscriptions" (
	"id" serial PRIMARY KEY NOT NULL,
	"alert_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"destination_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"query_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"options" jsonb NOT NULL,
	"state" text DEFAULT 'unknown' NOT NULL,
	"last_triggered_at" timestamp with time zone,
	"rearm" integer,
	"evaluated_result_id" integer,
	"evaluated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "destinations" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"encrypted_options" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "destinations_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "event_days" (
	"day" date PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_views" (
	"object_type" text NOT NULL,
	"day" date NOT NULL,
	"object_id" integer NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "event_views_object_type_day_object_id_pk" PRIMARY KEY("object_type","day","object_id")
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" text PRIMARY KEY NOT NULL,
	"hostname" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"slots" integer NOT NULL,
	"successful_jobs" integer DEFAULT 0 NOT NULL,
	"failed_jobs" integer DEFAULT 0 NOT NULL,
	"total_working_time" double precision DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"heartbeat_at" timestamp with time zone NOT NULL,
	"looked_at" timestamp with time zone,
	"outdated_count" integer DEFAULT 0 NOT NULL,
	"outdated_query_ids" integer[] DEFAULT '{}'::integer[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "query_versions" (
	"query_id" integer NOT NULL,
	"version" integer NOT NULL,
	"user_id" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"query" text NOT NULL,
	"options" jsonb NOT NULL,
	"data_source_id" integer,
	"schedule" jsonb,
	"tags" text[] NOT NULL,
	CONSTRAINT "query_versions_query_id_version_pk" PRIMARY KEY("query_id","version")
);
--> statement-breakpoint
CREATE TABLE "query_snippets" (
	"id" serial PRIMARY KEY NOT NULL,
	"trigger" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"snippet" text NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "query_snippets_trigger_unique" UNIQUE("trigger")
);
--> statement-breakpoint
ALTER TABLE "data_sources" ADD COLUMN "time_limit" integer;--> statement-breakpoint
ALTER TABLE "alert_checks" ADD CONSTRAINT "alert_checks_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_event_id_alert_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."alert_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_subscription_id_alert_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."alert_subscriptions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_events" ADD CONSTRAINT "alert_events_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_subscriptions" ADD CONSTRAINT "alert_subscriptions_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_subscriptions" ADD CONSTRAINT "alert_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_subscriptions" ADD CONSTRAINT "alert_subscriptions_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_query_id_queries_id_fk" FOREIGN KEY ("query_id") REFERENCES "public"."queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "query_versions" ADD CONSTRAINT "query_versions_query_id_queries_id_fk" FOREIGN KEY ("query_id") REFERENCES "public"."queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "query_versions" ADD CONSTRAINT "query_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "query_snippets" ADD CONSTRAINT "query_snippets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_checks_result" ON "alert_checks" USING btree ("query_result_id");--> statement-breakpoint
CREATE INDEX "alert_deliveries_event" ON "alert_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "alert_deliveries_waiting" ON "alert_deliveries" USING btree ("next_try_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "alert_events_alert" ON "alert_events" USING btree ("alert_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_subscriptions_destination" ON "alert_subscriptions" USING btree ("alert_id","destination_id") WHERE destination_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_subscriptions_user" ON "alert_subscriptions" USING btree ("alert_id","user_id") WHERE destination_id is null;--> statement-breakpoint
CREATE INDEX "alerts_query" ON "alerts" USING btree ("query_id");--> statement-breakpoint
CREATE INDEX "executions_query" ON "executions" USING btree ("query_id","created_at");--> statement-breakpoint
INSERT INTO "event_days" ("day", "count") SELECT (created_at AT TIME ZONE 'UTC')::date, count(*) FROM "events" GROUP BY 1;--> statement-breakpoint
INSERT INTO "event_views" ("object_type", "day", "object_id", "views")
	SELECT object_type, (created_at AT TIME ZONE 'UTC')::date, object_id::integer, count(*)::integer FROM "events"
	WHERE action = 'view' AND object_type IN ('query', 'dashboard') AND object_id ~ '^[0-9]{1,9}$' GROUP BY 1, 2, 3;
