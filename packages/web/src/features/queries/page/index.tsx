import { useLocalStorage } from '@mantine/hooks'
import type { DataSource } from '@sightline/contract/data-sources.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { IconDatabase, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError } from '../../../api/error.ts'
import { PageError } from '../../../app/PageError.tsx'
import { usePermission, useSession } from '../../../app/session.tsx'
import { usePageTitle } from '../../../app/title.ts'
import { useLeaveGuard } from '../../../app/use-leave-guard.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { useLive } from '../../../ui/live-value.ts'
import { dataSourcesQuery } from '../../data-sources/api.ts'
import { recordEvent } from '../../events/api.ts'
import { queryQuery } from '../api.ts'
import type { QueryModel } from './model.ts'
import styles from './page.module.css'
import { SourcePage, ViewPage } from './QueryPage.tsx'
import { offeredSources, rightsOf } from './rights.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useNewQuery } from './use-new-query.ts'
import { useSavedQuery } from './use-saved-query.ts'

/** `/queries/:id`: the data of a query. */
export function QueryViewPage() {
  return <Loaded>{(query, sources) => <SavedView key={query.id} query={query} sources={sources} />}</Loaded>
}

/** `/queries/:id/source`: a query in the editor. */
export function QuerySourcePage() {
  const { user } = useSession()
  return (
    <Loaded>
      {(query, sources) =>
        rightsOf(user, query, null).maySeeSource ? (
          <SavedSource key={query.id} query={query} sources={sources} />
        ) : (
          <PageError error={new ApiError(403, 'forbidden', '', null)} />
        )
      }
    </Loaded>
  )
}

/** `/queries/new`: the editor with a new query. */
export function NewQueryPage() {
  usePageTitle('New Query')
  const mayCreate = usePermission('create_query')
  const isAdmin = usePermission('admin')
  const sources = useQuery(dataSourcesQuery)
  if (!mayCreate)
    return (
      <Overlay>
        <EmptyState
          icon={<IconLock size={20} stroke={1.75} />}
          title="You don't have permission to create new queries on any of the data sources available to you."
          help={
            <>
              You can either <Link to="/queries">browse existing queries</Link>, or ask for additional permissions from your
              admin.
            </>
          }
        />
      </Overlay>
    )
  if (sources.error) return <PageError error={sources.error} onRetry={() => void sources.refetch()} />
  if (sources.data === undefined) return null
  if (offeredSources(sources.data, null).length === 0) return <NoSources isAdmin={isAdmin} />
  return <NewSource sources={sources.data} />
}

function Overlay({ children }: { children: ReactNode }) {
  return <div className={styles.overlay}>{children}</div>
}

function NoSources({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Overlay>
      <EmptyState
        icon={<IconDatabase size={20} stroke={1.75} />}
        title="No data sources were created yet."
        help={isAdmin ? 'Please create one first.' : 'Please ask your admin to create one first.'}
        action={
          isAdmin && (
            <div className={styles.overlayActions}>
              <LinkButton to="/data_sources/new">Create Data Source</LinkButton>
              <LinkButton to="/groups" variant="default">
                Manage Group Permissions
              </LinkButton>
            </div>
          )
        }
      />
    </Overlay>
  )
}

/** The query of the address with the data sources, once both are there. */
function Loaded({ children }: { children(query: Query, sources: readonly DataSource[]): ReactNode }) {
  const { queryId = '' } = useParams({ strict: false })
  const id = /^\d{1,15}$/.test(queryId) ? Number(queryId) : null
  const mayListSources = usePermission('list_data_sources')
  // Once the page is open, only its own saves change the query: what others save meanwhile is told as a conflict.
  const query = useQuery({
    ...queryQuery(id ?? 0),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  })
  const sources = useQuery({ ...dataSourcesQuery, enabled: mayListSources })
  usePageTitle(query.data?.name ?? 'Query')

  if (id === null) return <PageError error={new ApiError(404, 'not_found', '', null)} />
  if (query.error) return <PageError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined || (mayListSources && sources.isPending)) return null
  return children(query.data, sources.data ?? [])
}

function useViewEvent(queryId: number) {
  useEffect(() => recordEvent('view', 'query', queryId), [queryId])
}

function SavedView({ query, sources }: { query: Query; sources: readonly DataSource[] }) {
  useViewEvent(query.id)
  return <ViewPage model={useSavedQuery(query)} sources={sources} />
}

function SavedSource({ query, sources }: { query: Query; sources: readonly DataSource[] }) {
  const model = useSavedQuery(query)
  const [, setLastSource] = useLastSource()
  useViewEvent(query.id)
  const kept = useKeptDraft(model)
  return (
    <>
      <LeaveGuard model={model} isSaved={() => false} onLeave={kept.giveUp} />
      <SourcePage model={model} sources={sources} kept={kept} onSource={setLastSource} />
    </>
  )
}

function NewSource({ sources }: { sources: readonly DataSource[] }) {
  const navigate = useNavigate()
  const [lastSource, setLastSource] = useLastSource()
  const offered = offeredSources(sources, null)
  // Whoever begins has no results to ask yet.
  const holdsData = (source: DataSource) => source.type !== 'results'
  const first = offered.find((source) => source.id === lastSource) ?? offered.find(holdsData) ?? offered[0]
  const isCreated = useRef(false)
  const model = useNewQuery(first?.id ?? null, (query) => {
    isCreated.current = true
    kept.giveUp()
    void navigate({ to: '/queries/$queryId/source', params: { queryId: String(query.id) }, replace: true })
  })
  const kept = useKeptDraft(model)
  return (
    <>
      <LeaveGuard model={model} isSaved={() => isCreated.current} onLeave={kept.giveUp} />
      <SourcePage model={model} sources={sources} kept={kept} onSource={setLastSource} />
    </>
  )
}

interface LeaveGuardProps {
  model: QueryModel
  isSaved(): boolean
  onLeave(): void
}

/** Asks before the draft is lost. Nothing is drawn for it, and the page not anew. */
function LeaveGuard({ model: { text, isDirty }, isSaved, onLeave }: LeaveGuardProps) {
  useLeaveGuard(useLive(text, isDirty), isSaved, onLeave)
  return null
}

/** The data source that was chosen last in this browser. */
function useLastSource() {
  return useLocalStorage<number | null>({ key: 'sightline-data-source', defaultValue: null, getInitialValueInEffect: false })
}
