ALTER TABLE "dashboards" ADD COLUMN "modified_by_id" integer;--> statement-breakpoint
ALTER TABLE "dashboards" ADD COLUMN "modified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dashboards" ADD CONSTRAINT "dashboards_modified_by_id_users_id_fk" FOREIGN KEY ("modified_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;