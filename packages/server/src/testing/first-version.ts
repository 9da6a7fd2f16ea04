import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MIGRATIONS } from '../platform/db/migrations.ts'
import type { WrittenFile } from './result-files.ts'
import { encryptUnbound } from './unbound-options.ts'

const JOURNAL = 'meta/_journal.json'

/** Runs a function with a folder that has the first migration only. */
export async function withFirstMigration<Value>(work: (migrationsFolder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-first-migration-'))
  try {
    cpSync(MIGRATIONS, folder, { recursive: true })
    const journal: { entries: unknown[] } = JSON.parse(readFileSync(join(MIGRATIONS, JOURNAL), 'utf8'))
    writeFileSync(join(folder, JOURNAL), JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }))
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Values of the first version's rows that tests look for. */
export interface FirstVersion {
  secretKey: string
  apiKey: string
  passwordHash: string
  /** Password of a data source. */
  secret: string
  /** A result whose file is in the store under `results/1.parquet`. */
  result: WrittenFile
}

/** Rows in every table of the first version, as SQL. */
export const firstVersionRows = ({ secretKey, apiKey, passwordHash, secret, result }: FirstVersion): string => `
  insert into organizations (name, slug, settings) values ('Analytical Engines', 'default', '{"date_format": "DD/MM/YY"}');
  insert into groups (name, type, permissions) values
    ('admin', 'builtin', '{admin,super_admin}'),
    ('default', 'builtin', '{create_query,edit_query,view_query,view_source,execute_query,list_users,list_dashboards,list_data_sources}');
  insert into users (name, email, password_hash, api_key, group_ids, is_email_verified) values
    ('Ada', 'ada@example.com', '${passwordHash}', '${apiKey}', '{1,2}', true),
    ('Bob', 'bob@example.com', null, 'key of bob', '{2}', false);
  insert into sessions (id, user_id, csrf_token, lifetime, expires_at) values ('a session', 1, 'a token', 3600, '2026-01-01');
  insert into data_sources (name, type, encrypted_options) values
    ('Warehouse', 'pg', '${encryptUnbound(secretKey, { dbname: 'dwh', password: secret })}'),
    ('Numbers', 'duckdb', '${encryptUnbound(secretKey, { dbpath: ':memory:' })}');
  insert into data_source_groups (data_source_id, group_id) values (1, 2), (2, 2);
  insert into queries (name, query, query_hash, api_key, user_id, last_modified_by_id, data_source_id, latest_query_data_id, is_draft, tags)
    values ('Flights', 'select 1 as n', 'a hash', 'key of the query', 1, 2, 2, 1, false, '{travel}'),
    ('Not run', 'select 2', 'another hash', 'key of the other', 2, null, null, null, true, '{}');
  insert into visualizations (query_id, type, name) values (1, 'TABLE', 'Table'), (2, 'TABLE', 'Table');
  insert into query_results (data_source_id, query_hash, query, file, columns, row_count, size, runtime, timing) values
    (2, 'a hash', 'select 1 as n', 'results/1.parquet', '${JSON.stringify(result.columns)}', ${result.rowCount}, ${result.size}, 0.5, '{}');
  insert into executions (id, data_source_id, user_id, query_id, query_hash, query, status, query_result_id, finished_at) values
    ('00000000-0000-4000-8000-000000000001', 2, 1, 1, 'a hash', 'select 1 as n', 3, 1, '2026-01-01');
  insert into dashboards (slug, name, user_id, is_draft) values ('board', 'Board', 1, false);
  insert into favorites (user_id, object_type, object_id) values (1, 'Query', 1);
  insert into events (user_id, action, object_type, object_id) values (1, 'view', 'query', '1'), (1, 'view', 'query', '1');
  insert into stored_files (name, size) values ('results/of-another-store.parquet', 3);
  insert into stored_file_chunks (file, position, bytes) values ('results/of-another-store.parquet', 0, 'abc');
`
