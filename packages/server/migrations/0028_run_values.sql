ALTER TABLE "execution_joins" ADD COLUMN "parameters" jsonb;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "parameters" jsonb;