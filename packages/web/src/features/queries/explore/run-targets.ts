import type { DataSource } from '@sightline/contract/data-sources.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Exploration, ExploredColumn } from '@sightline/domain/explore/exploration.ts'
import { type SourceSql, sourceSql } from '@sightline/domain/explore/source-sql.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOpenAsQuery } from '../../../app/open-as-query.ts'
import { usePermission } from '../../../app/session.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { useTimeZone } from '../../../ui/time-zone.tsx'
import { dataSourcesQuery } from '../../data-sources/api.ts'

/** A data source on which the SQL of the exploration can run. */
export interface RunTarget {
  source: DataSource
  sql: string
}

/** Where a query that keeps the exploration can run. */
export interface RunTargets {
  /** The whole table on its data source; null if the explored query is more than a table, or if users may not query the source. */
  table: { source: DataSource; built: SourceSql } | null
  /** The stored result, on Query Results; null if that is not possible. */
  stored: RunTarget | null
  /** Why the stored result cannot be queried; null if it can. */
  storedReason: string | null
  /** Why nothing can be kept; null if there is a target. */
  disabledReason: string | null
}

interface Explored {
  query: Query
  exploration: Exploration
  columns: readonly (SourceColumn & ExploredColumn)[]
  /** The SQL on the stored result. */
  sql: string
  /** Whether the latest result of the query is explored: the result of its text, which alone can be queried. */
  isLatest: boolean
}

/** Finds where the SQL of an exploration can run. */
export function useRunTargets({ query, exploration, columns, sql, isLatest }: Explored): RunTargets {
  const mayCreate = usePermission('create_query')
  const mayListSources = usePermission('list_data_sources')
  const timeZone = useTimeZone()
  const { data: sources } = useQuery({ ...dataSourcesQuery, enabled: mayCreate && mayListSources })
  const text = query.query
  const queried = sources?.filter(({ view_only }) => view_only !== true)
  const source = queried?.find(({ id }) => id === query.data_source_id)
  const built = useMemo(
    () => (source && text !== null ? sourceSql(exploration, columns, { text, source }, timeZone) : null),
    [exploration, columns, text, source, timeZone],
  )
  const { source: results, disabledReason: storedReason } = useOpenAsQuery(isLatest)
  const table = isLatest && mayCreate && source && built ? { source, built } : null
  return {
    table,
    stored: results === null ? null : { source: results, sql },
    storedReason,
    disabledReason: table !== null && table.built.sql !== null ? null : storedReason,
  }
}
