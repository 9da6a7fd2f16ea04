ALTER TABLE "executions" ADD COLUMN "traceparent" text;--> statement-breakpoint
ALTER TABLE "background_jobs" ADD COLUMN "traceparent" text;