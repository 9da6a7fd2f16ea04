-- Until now every query on Query Results was in DuckDB's dialect. From now on a query that names none is in SQLite's.
UPDATE "queries" SET "options" = "options" || '{"dialect":"duckdb"}'::jsonb
WHERE "data_source_id" IN (SELECT "id" FROM "data_sources" WHERE "type" = 'results');--> statement-breakpoint
UPDATE "query_versions" SET "options" = "options" || '{"dialect":"duckdb"}'::jsonb
WHERE "data_source_id" IN (SELECT "id" FROM "data_sources" WHERE "type" = 'results');--> statement-breakpoint
UPDATE "query_results" SET "query" = '/* dialect: duckdb */ ' || "query"
WHERE "data_source_id" IN (SELECT "id" FROM "data_sources" WHERE "type" = 'results');--> statement-breakpoint
UPDATE "executions" SET "query" = '/* dialect: duckdb */ ' || "query"
WHERE "status" IN (1, 2) AND "data_source_id" IN (SELECT "id" FROM "data_sources" WHERE "type" = 'results');
