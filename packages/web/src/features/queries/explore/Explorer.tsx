import { t } from '@lingui/core/macro'
import type { Query } from '@sightline/contract/queries.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { type Exploration, fitted } from '@sightline/domain/explore/exploration.ts'
import { explorationOf } from '@sightline/domain/explore/search-params.ts'
import { sqlOf } from '@sightline/domain/explore/sql.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { exploredColumns } from '../../../results/mark-rows.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useTimeZone } from '../../../ui/time-zone.tsx'
import { ExploreActions } from './ExploreActions.tsx'
import { ExploredResult } from './ExploredResult.tsx'
import { ExploreHead } from './ExploreHead.tsx'
import styles from './ExplorePage.module.css'
import { ExplorePanel } from './ExplorePanel.tsx'
import { type ExploreSearch, withExploration } from './explore-search.ts'

interface ExplorerProps {
  query: Query
  /** The first window of the result. */
  window: ResultWindow
  /** Whether this is the latest result of the query, which alone can be queried. */
  isLatest: boolean
}

/** The panel with the questions, and the answer beside it. The URL holds the state. */
export function Explorer({ query, window, isLatest }: ExplorerProps) {
  const search: ExploreSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const timeZone = useTimeZone()
  const columns = useMemo(() => exploredColumns(window), [window])
  const { exploration, missing } = useMemo(() => fitted(explorationOf(search), columns), [search, columns])
  const sql = sqlOf(exploration, columns, { name: `cached_query_${query.id}`, timeZone })
  const goTo = (next: ExploreSearch, replace: boolean) =>
    void navigate({ to: '/queries/$queryId/explore', params: { queryId: String(query.id) }, search: next, replace })
  const change = (next: Exploration, typing = false) => goTo(withExploration(search, next), typing)
  return (
    <div className={styles.page}>
      <ExploreHead query={query}>
        <ExploreActions
          query={query}
          window={window}
          exploration={exploration}
          columns={columns}
          sql={sql}
          view={search.view ?? 'table'}
          isLatest={isLatest}
        />
      </ExploreHead>
      {missing.length > 0 && (
        <div className={styles.notice}>
          <Notice icon={<IconAlertTriangle size={16} stroke={1.75} />}>{missingText(missing)}</Notice>
        </div>
      )}
      <div className={styles.body}>
        <ExplorePanel resultId={window.result.id} exploration={exploration} columns={columns} onChange={change} />
        <ExploredResult
          queryId={query.id}
          window={window}
          exploration={exploration}
          columns={columns}
          sql={isLatest ? sql : null}
          view={search.view ?? 'table'}
          onView={(view) => goTo({ ...search, view: view === 'chart' ? 'chart' : undefined }, false)}
          onChange={(next) => change(next)}
          onClearFilters={() => change({ ...exploration, conditions: [] })}
        />
      </div>
    </div>
  )
}

const missingText = (names: readonly string[]) =>
  names.length === 1
    ? t`The column "${names[0] ?? ''}" no longer exists and was left out.`
    : t`The columns ${names.map((name) => `"${name}"`).join(', ')} no longer exist and were left out.`
