ALTER TABLE "executions" ADD COLUMN "caller" text;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "caller_address" text;--> statement-breakpoint
CREATE INDEX "executions_caller" ON "executions" USING btree ("caller") WHERE status in (1, 2) and caller is not null;