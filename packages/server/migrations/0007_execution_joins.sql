CREATE TABLE "execution_joins" (
	"execution_id" uuid NOT NULL,
	"query_id" integer NOT NULL,
	"user_id" integer,
	"scheduled" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "execution_joins_execution_id_query_id_pk" PRIMARY KEY("execution_id","query_id")
);
--> statement-breakpoint
ALTER TABLE "execution_joins" ADD CONSTRAINT "execution_joins_execution_id_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."executions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_joins" ADD CONSTRAINT "execution_joins_query_id_queries_id_fk" FOREIGN KEY ("query_id") REFERENCES "public"."queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_joins" ADD CONSTRAINT "execution_joins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "execution_joins_query" ON "execution_joins" USING btree ("query_id","created_at");