CREATE TABLE "background_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"input" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"worker" text,
	"started_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "background_queues" (
	"name" text PRIMARY KEY NOT NULL,
	"cron" text,
	"next_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "background_jobs_waiting" ON "background_jobs" USING btree ("name","run_at") WHERE "background_jobs"."started_at" is null;--> statement-breakpoint
-- The tables of pg-boss, which ran background jobs before. What waited in it is found again by the regular rounds.
DROP SCHEMA IF EXISTS "pgboss" CASCADE;
