import { and, desc, eq, or } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { queryResults } from '../executions/tables.ts'
import type { ResultRow } from './checks.store.ts'

/** The newest stored results of a query, oldest first: what it shows now, and what was asked with the same text. */
export async function pastResults(
  db: Db,
  query: { query_hash: string; latest_query_data_id: number | null },
  dataSourceId: number,
  limit: number,
): Promise<ResultRow[]> {
  const isSameText = eq(queryResults.query_hash, query.query_hash)
  const isIt =
    query.latest_query_data_id === null ? isSameText : or(isSameText, eq(queryResults.id, query.latest_query_data_id))
  const rows = await db
    .select()
    .from(queryResults)
    .where(and(eq(queryResults.data_source_id, dataSourceId), eq(queryResults.is_lost, false), isIt))
    .orderBy(desc(queryResults.retrieved_at), desc(queryResults.id))
    .limit(limit)
  return rows.reverse()
}
