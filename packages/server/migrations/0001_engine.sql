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
CREATE TABLE "schedule_failures" (
	"id" serial PRIMARY KEY NOT NULL,
	"query_id" integer NOT NULL,
	"reason" text NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "data_sources" ADD COLUMN "concurrency" integer;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "scheduled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "retries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "worker" text;--> statement-breakpoint
ALTER TABLE "queries" ADD COLUMN "schedule_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "queries" ADD COLUMN "scheduled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "queries" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', id::text), 'A') || setweight(to_tsvector('simple', name), 'B')
        || setweight(to_tsvector('simple', coalesce(description, '')), 'C') || setweight(to_tsvector('simple', left(query, 200000)), 'D')) STORED;--> statement-breakpoint
ALTER TABLE "access_permissions" ADD CONSTRAINT "access_permissions_grantor_id_users_id_fk" FOREIGN KEY ("grantor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_permissions" ADD CONSTRAINT "access_permissions_grantee_id_users_id_fk" FOREIGN KEY ("grantee_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_failures" ADD CONSTRAINT "schedule_failures_query_id_queries_id_fk" FOREIGN KEY ("query_id") REFERENCES "public"."queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_failures_query" ON "schedule_failures" USING btree ("query_id");--> statement-breakpoint
CREATE INDEX "queries_search" ON "queries" USING gin ("search");