ALTER TABLE "comments" ADD COLUMN "mentioned_ids" integer[] DEFAULT '{}'::integer[] NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mails_mentions" boolean DEFAULT true NOT NULL;