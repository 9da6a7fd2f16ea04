import type { AdminDataSource } from '@sightline/contract/data-sources.ts'
import type { Permission } from '@sightline/contract/permissions.ts'
import { defaultPermissions } from '@sightline/contract/permissions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { dataSourceGroups } from '../features/data-sources/tables.ts'
import { insertGroup } from '../features/users/store.ts'
import type { Reply, TestClient } from './client.ts'
import type { TestServer } from './server.ts'

let created = 0
const unique = (what: string) => `${what} ${++created}`

/** @returns the id of a new group, by default with the permissions of the group `default` */
export async function buildGroup(
  { services }: TestServer,
  { name = unique('Group'), permissions = [...defaultPermissions] }: { name?: string; permissions?: Permission[] } = {},
): Promise<number> {
  return (await insertGroup(services.db, { name, permissions })).id
}

/**
 * Creates a data source as admin; by default an empty DuckDB.
 * @param spec `groups` maps group ids to view-only access; by default the group `default` has full access
 */
export async function buildDataSource(
  server: TestServer,
  {
    name = unique('Source'),
    type = 'duckdb',
    options = { dbpath: ':memory:' },
    groups,
  }: { name?: string; type?: string; options?: Record<string, unknown>; groups?: Record<number, boolean> } = {},
): Promise<AdminDataSource> {
  const source = made(await server.admin.post<AdminDataSource>('/api/data_sources', { name, type, options }))
  if (groups) {
    const { db } = server.services
    await db.delete(dataSourceGroups).where(eq(dataSourceGroups.data_source_id, source.id))
    const shares = Object.entries(groups).map(([id, view_only]) => ({
      data_source_id: source.id,
      group_id: Number(id),
      view_only,
    }))
    if (shares.length > 0) await db.insert(dataSourceGroups).values(shares)
  }
  return source
}

/** Creates a query. */
export async function buildQuery(
  owner: TestClient,
  { name = unique('Query'), query = 'select 1 as answer', ...fields }: { data_source_id: number } & Record<string, unknown>,
): Promise<Query> {
  return made(await owner.post<Query>('/api/queries', { name, query, ...fields }))
}

function made<Body>({ status, body }: Reply<Body>): Body {
  if (status !== 200) throw new Error(`A builder was answered with ${status}: ${JSON.stringify(body)}`)
  return body
}
