CREATE TABLE "secret_key_checks" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"value" text NOT NULL
);
