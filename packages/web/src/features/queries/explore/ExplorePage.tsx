import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Query } from '@sightline/contract/queries.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '../../../api/error.ts'
import { PageError } from '../../../app/PageError.tsx'
import { useFixedLayout, usePageTitle } from '../../../app/page-hooks.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Waiting } from '../../../visualizations/Placeholders.tsx'
import { visualizationOf } from '../../../visualizations/registry.ts'
import { resultQuery } from '../../executions/api.ts'
import { queryQuery } from '../api.ts'
import { ExploreHead } from './ExploreHead.tsx'
import styles from './ExplorePage.module.css'
import { Explorer } from './Explorer.tsx'
import type { ExploreSearch } from './explore-search.ts'
import { RemovedState } from './RemovedState.tsx'

/** `/queries/:id/explore`: groups, filters and charts a result of a query without SQL, the latest one unless the URL names another. */
export function ExplorePage() {
  const { queryId = '' } = useParams({ strict: false })
  const id = /^\d{1,15}$/.test(queryId) ? Number(queryId) : null
  const { data: query, error, refetch } = useQuery({ ...queryQuery(id ?? 0), enabled: id !== null })
  usePageTitle(query === undefined ? t`Explore` : t`Explore: ${query.name}`)
  useFixedLayout()
  if (id === null) return <PageError error={new ApiError(404, 'not_found', '', null)} />
  if (query === undefined) return error === null ? null : <PageError error={error} onRetry={() => void refetch()} />
  return <ExploreQuery key={query.id} query={query} />
}

function ExploreQuery({ query }: { query: Query }) {
  const { result }: ExploreSearch = useSearch({ strict: false })
  const latestId = query.latest_query_data_id ?? null
  const resultId = result ?? latestId
  const navigate = useNavigate()
  // A link that is kept then leads to the result that is the latest one by then.
  useEffect(() => {
    if (result === undefined || result !== latestId) return
    void navigate({ to: '.', search: (now: ExploreSearch) => ({ ...now, result: undefined }), replace: true })
  }, [navigate, result, latestId])
  const { data: window, error, refetch } = useQuery({ ...resultQuery(resultId ?? 0), enabled: resultId !== null })
  if (resultId === null) return <NoResult query={query} />
  if (window !== undefined) return <Explorer key={resultId} query={query} window={window} isLatest={resultId === latestId} />
  if (error === null)
    return (
      <WithoutResult query={query}>
        <Waiting type={visualizationOf('TABLE')} />
      </WithoutResult>
    )
  if (error instanceof ApiError && error.status === 404) return <ResultRemoved query={query} resultId={resultId} />
  return <PageError error={error} onRetry={() => void refetch()} />
}

function NoResult({ query }: { query: Query }) {
  return (
    <WithoutResult query={query}>
      <EmptyState
        icon={<IconPlayerPlay size={20} stroke={1.75} />}
        title={t`This query has no result yet.`}
        help={t`Execute it, then explore its result.`}
        action={
          <LinkButton to="/queries/$queryId" params={{ queryId: String(query.id) }} variant="default">
            <Trans>Open the Query</Trans>
          </LinkButton>
        }
      />
    </WithoutResult>
  )
}

function ResultRemoved({ query, resultId }: { query: Query; resultId: number }) {
  return (
    <WithoutResult query={query}>
      <RemovedState queryId={query.id} resultId={resultId} />
    </WithoutResult>
  )
}

function WithoutResult({ query, children }: { query: Query; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <ExploreHead query={query} />
      <div className={styles.center}>{children}</div>
    </div>
  )
}
