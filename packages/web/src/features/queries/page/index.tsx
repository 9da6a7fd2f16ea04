import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useLocalStorage } from '@mantine/hooks'
import type { DataSource } from '@sightline/contract/data-sources.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { IconDatabase, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../../api/error.ts'
import { confirm, useLeaveGuard } from '../../../app/confirm.tsx'
import { PageError } from '../../../app/PageError.tsx'
import { usePageTitle } from '../../../app/page-hooks.ts'
import { usePermission, useSession } from '../../../app/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { useLive } from '../../../ui/live-value.ts'
import { useReady } from '../../../ui/use-ready.ts'
import { dataSourcesQuery } from '../../data-sources/api.ts'
import { recordEvent } from '../../events/api.ts'
import { queryQuery } from '../api.ts'
import { useDraftRecovery } from './DraftRecovery.tsx'
import { newDraft } from './draft.ts'
import styles from './QueryPage.module.css'
import { SourcePage, ViewPage } from './QueryPage.tsx'
import type { NewQueryDefaults, PreparedQuery } from './query-saving.ts'
import { RunTransferProvider } from './resumable-run.tsx'
import { offeredSources, rightsOf } from './rights.ts'
import { type QueryModel, useQueryModel } from './use-query-model.ts'

/** Parent route of the pages of a query: a run goes on when one replaces the other. */
export function QueryPages() {
  return (
    <RunTransferProvider>
      <Outlet />
    </RunTransferProvider>
  )
}

/** `/queries/:id`: the result of a query, without the editor. */
export function QueryViewPage() {
  const { queryId = '' } = useParams({ strict: false })
  const loaded = useQueryAndSources(queryId)
  if (!loaded.isReady) return loaded.placeholder
  const { query, sources } = loaded
  return query !== null && <SavedView key={query.id} query={query} sources={sources} />
}

/**
 * `/queries/new` and `/queries/:id/source`: a query in the editor. The first save changes the URL, but keeps the page mounted: typing
 * and a running query go on.
 */
export function QuerySourcePage() {
  const { user } = useSession()
  const { queryId } = useParams({ strict: false })
  const mayCreate = usePermission('create_query')
  const loaded = useQueryAndSources(queryId)
  const { key, onCreated } = usePageKey(queryId)
  if (queryId === undefined && !mayCreate) return <MayNotCreate />
  if (!loaded.isReady) return loaded.placeholder
  const { query, sources } = loaded
  if (query !== null && !rightsOf(user, query, null).maySeeSource)
    return <PageError error={new ApiError(403, 'forbidden', '', null)} />
  if (query === null && offeredSources(sources, null).length === 0)
    return sources.length === 0 ? <NoSources /> : <MayNotCreate />
  return <Source key={key} query={query} sources={sources} onCreated={onCreated} />
}

/** A React key that changes with the query, except when a new query gets its id. */
function usePageKey(queryId: string | undefined) {
  const navigate = useNavigate()
  const [page, setPage] = useState({ queryId, key: 0 })
  const [createdId, setCreatedId] = useState<string | null>(null)
  if (page.queryId !== queryId) {
    const isSame = page.queryId === undefined && queryId === createdId
    setPage({ queryId, key: isSame ? page.key : page.key + 1 })
    setCreatedId(null)
  }
  return {
    key: page.key,
    onCreated(query: Query) {
      const id = String(query.id)
      setCreatedId(id)
      void navigate({ to: '/queries/$queryId/source', params: { queryId: id }, search: true, hash: true, replace: true })
    },
  }
}

function MayNotCreate() {
  return (
    <Overlay>
      <EmptyState
        icon={<IconLock size={20} stroke={1.75} />}
        title={t`You don't have permission to create new queries on any of the data sources available to you.`}
        help={
          <Trans>
            You can either{' '}
            <Link to="/queries">
              <Trans>browse existing queries</Trans>
            </Link>
            , or ask for additional permissions from your admin.
          </Trans>
        }
      />
    </Overlay>
  )
}

function Overlay({ children }: { children: ReactNode }) {
  return <div className={styles.overlay}>{children}</div>
}

function NoSources() {
  const isAdmin = usePermission('admin')
  return (
    <Overlay>
      <EmptyState
        icon={<IconDatabase size={20} stroke={1.75} />}
        title={t`No data sources were created yet.`}
        help={isAdmin ? t`Please create one first.` : t`Please ask your admin to create one first.`}
        action={
          isAdmin && (
            <div className={styles.overlayActions}>
              <LinkButton to="/data_sources/new">
                <Trans>Create Data Source</Trans>
              </LinkButton>
              <LinkButton to="/groups" variant="default">
                <Trans>Manage Group Permissions</Trans>
              </LinkButton>
            </div>
          )
        }
      />
    </Overlay>
  )
}

/** The query in the URL and the data sources, or what to show while they are loading or could not be loaded. */
type Loaded =
  | { isReady: false; placeholder: ReactNode }
  | { isReady: true; query: Query | null; sources: readonly DataSource[] }

/** @param queryId undefined for a new query */
function useQueryAndSources(queryId: string | undefined): Loaded {
  const loaded = useLoaded(queryId)
  const isReady = useReady(loaded.isReady)
  return loaded.isReady && !isReady ? { isReady, placeholder: null } : loaded
}

function useLoaded(queryId: string | undefined): Loaded {
  const isNew = queryId === undefined
  const id = !isNew && /^\d{1,15}$/.test(queryId) ? Number(queryId) : null
  const mayListSources = usePermission('list_data_sources')
  // Once the page is open, only its own saves change the query; those of others lead to a version conflict.
  const query = useQuery({
    ...queryQuery(id ?? 0),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  })
  const sources = useQuery({ ...dataSourcesQuery, enabled: isNew || mayListSources })
  usePageTitle(isNew ? t`New Query` : (query.data?.name ?? t`Query`))

  const notReady = (placeholder: ReactNode): Loaded => ({ isReady: false, placeholder })
  const failed = (error: Error, onRetry?: () => void) => notReady(<PageError error={error} onRetry={onRetry} />)
  if (isNew) {
    if (sources.error) return failed(sources.error, () => void sources.refetch())
    return sources.data === undefined ? notReady(null) : { isReady: true, query: null, sources: sources.data }
  }
  if (id === null) return failed(new ApiError(404, 'not_found', '', null))
  if (query.error && (query.data === undefined || isRefusal(query.error)))
    return failed(query.error, () => void query.refetch())
  if (query.data === undefined || (mayListSources && sources.isPending)) return notReady(null)
  return { isReady: true, query: query.data, sources: sources.data ?? [] }
}

/** An open query stays visible if reloading it fails for lack of a connection, but not if it was deleted or access was lost. */
const isRefusal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500

function useViewEvent(queryId: number | null) {
  useEffect(() => {
    if (queryId !== null) recordEvent('view', 'query', queryId)
  }, [queryId])
}

const alreadySaved: NewQueryDefaults = { dataSourceId: null, dialectOf: () => null, text: '', onCreated: () => {} }

function SavedView({ query, sources }: { query: Query; sources: readonly DataSource[] }) {
  useViewEvent(query.id)
  return <ViewPage model={useQueryModel(query, alreadySaved)} sources={sources} />
}

interface SourceProps {
  /** null before the first save. */
  query: Query | null
  sources: readonly DataSource[]
  onCreated(query: Query): void
}

function Source({ query, sources, onCreated }: SourceProps) {
  const [lastSource, setLastSource] = useLastSource()
  const offered = offeredSources(sources, null)
  // Without stored results, queries on results are no good default.
  const holdsData = (source: DataSource) => source.type !== 'results'
  const prepared = useLocation({ select: ({ state }) => state.newQuery })
  const wantedId = prepared?.dataSourceId ?? lastSource
  const first = offered.find((source) => source.id === wantedId) ?? offered.find(holdsData) ?? offered[0]
  const isMounted = useIsMounted()
  const isCreated = useRef(false)
  const model = useQueryModel(query, {
    dataSourceId: first?.id ?? null,
    dialectOf: (id) => sources.find((source) => source.id === id)?.dialects?.[0] ?? null,
    text: prepared?.text ?? '',
    onCreated(created) {
      isCreated.current = true
      // The user may have left the page meanwhile.
      if (isMounted.current) onCreated(created)
    },
  })
  useReplacement(model, prepared)
  useViewEvent(query?.id ?? null)
  const recovery = useDraftRecovery(model)
  return (
    <>
      <LeaveGuard model={model} isSaved={() => query === null && isCreated.current} onLeave={recovery.abandon} />
      <SourcePage model={model} sources={sources} recovery={recovery} onSource={setLastSource} />
    </>
  )
}

/** A query that is prepared while a new one is open takes its place, after a question if that would lose changes. */
function useReplacement(model: QueryModel, prepared: PreparedQuery | undefined) {
  const opened = useRef(prepared)
  const replace = useEffectEvent(async ({ text, dataSourceId }: PreparedQuery) => {
    const losesChanges = model.isDirty(model.text.get())
    if (losesChanges && !(await confirm(replacing))) return
    model.restore({ ...newDraft(dataSourceId), text })
  })
  useEffect(() => {
    if (opened.current === prepared) return
    opened.current = prepared
    if (prepared !== undefined) void replace(prepared)
  }, [prepared])
}

const replacing = {
  title: t`Replace the query in the editor?`,
  text: t`It is not saved, and you will lose it.`,
  action: t`Replace`,
  isDestructive: true,
}

/** A ref, so that callbacks read the current value. */
function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

interface LeaveGuardProps {
  model: QueryModel
  isSaved(): boolean
  onLeave(): void
}

/** Asks before unsaved changes are lost. A component of its own, so that a dirty draft does not render the whole page. */
function LeaveGuard({ model: { text, isDirty }, isSaved, onLeave }: LeaveGuardProps) {
  useLeaveGuard(useLive(text, isDirty), isSaved, onLeave)
  return null
}

/** The data source chosen last in this browser. */
function useLastSource() {
  return useLocalStorage<number | null>({ key: 'sightline-data-source', defaultValue: null, getInitialValueInEffect: false })
}
