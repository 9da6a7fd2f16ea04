import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Query } from '@sightline/contract/queries.ts'
import type { User } from '@sightline/contract/users.ts'
import { IconClock, IconCode, IconTable } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { usePermission } from '../../../app/session.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { EditInPlace } from '../../../ui/EditInPlace.tsx'
import { FavoriteStar } from '../../../ui/FavoriteStar.tsx'
import { HealthLine } from '../../../ui/HealthMark.tsx'
import { useLive } from '../../../ui/live-value.ts'
import { useScheduleText } from '../../../ui/schedule/use-schedule-text.ts'
import { TagsControl } from '../../../ui/TagsControl.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import type { VisualizationTools } from '../../../visualizations/visualization.ts'
import { useFavorite } from '../../favorites/api.ts'
import { tagsQuery } from '../../tags/api.ts'
import { queryHealthQuery } from '../api.ts'
import { Description } from './Description.tsx'
import { QueryActions } from './QueryActions.tsx'
import styles from './QueryHead.module.css'
import type { Rights } from './rights.ts'
import { ShareMenu } from './ShareMenu.tsx'
import type { QueryModel } from './use-query-model.ts'

interface QueryHeadProps {
  model: QueryModel
  rights: Rights
  mode: 'view' | 'source'
  /** Makes images of the visualization below; null if it has none to offer. */
  tools: VisualizationTools | null
}

/** The title with star, tags, publishing, mode switch, sharing and actions; below it the description, its authors and the schedule. */
export function QueryHead({ model, rights, mode, tools }: QueryHeadProps) {
  const { query, draft } = model
  const cache = useQueryClient()
  const favorite = useFavorite()
  const loadKnownTags = async () => (await cache.fetchQuery(tagsQuery('queries'))).tags.map((tag) => tag.name)
  const [hasDetails, setHasDetails] = useState(false)
  return (
    <header className={styles.head} data-details={hasDetails || undefined}>
      <div className={styles.row}>
        {query !== null && (
          <span className={styles.star}>
            <FavoriteStar
              name={query.name}
              isFavorite={query.is_favorite ?? false}
              onToggle={(isFavorite) => favorite.mutate({ item: { kind: 'queries', id: query.id }, isFavorite })}
            />
          </span>
        )}
        <h1 className={styles.title}>
          <EditInPlace value={draft.name} label={t`Name of the query`} isEditable={rights.mayEdit} onCommit={model.rename} />
        </h1>
        <div className={styles.tags}>
          <TagsControl
            tags={draft.tags}
            isDraft={query?.is_draft ?? true}
            isArchived={query?.is_archived ?? false}
            isEditable={rights.isOwner && rights.mayEdit}
            loadKnownTags={loadKnownTags}
            onSave={model.tag}
          />
        </div>
        <button
          type="button"
          className={styles.details}
          aria-expanded={hasDetails}
          onClick={() => setHasDetails((now) => !now)}
        >
          <Trans>Details</Trans>
        </button>
        <span className={styles.spring} />
        <Unsaved model={model} />
        {query?.is_draft && rights.isOwner && (
          <Button variant="default" size="sm" className={styles.publish} onClick={() => void model.change({ is_draft: false })}>
            <Trans>Publish</Trans>
          </Button>
        )}
        {query !== null && rights.maySeeSource && <ModeToggle query={query} mode={mode} />}
        {query !== null && <ShareMenu model={model} query={query} tools={tools} />}
        {query !== null && <QueryActions model={model} query={query} rights={rights} mode={mode} />}
      </div>
      <Meta model={model} rights={rights} />
    </header>
  )
}

/** A component of its own, so that the first key renders only this and not the whole page. */
function Unsaved({ model: { text, isDirty } }: { model: QueryModel }) {
  if (!useLive(text, isDirty)) return null
  return (
    <span className={styles.unsaved} role="status">
      <Trans>Unsaved changes</Trans>
    </span>
  )
}

function ModeToggle({ query, mode }: { query: Query; mode: 'view' | 'source' }) {
  const navigate = useNavigate()
  const go = (to: '/queries/$queryId' | '/queries/$queryId/source') =>
    void navigate({ to, params: { queryId: String(query.id) }, search: true, hash: true })
  return mode === 'source' ? (
    <Button
      variant="default"
      size="sm"
      className={styles.labelled}
      leftSection={<IconTable size={16} stroke={1.75} />}
      onClick={() => go('/queries/$queryId')}
    >
      <Trans>Show Data Only</Trans>
    </Button>
  ) : (
    <Button
      variant="default"
      size="sm"
      className={styles.labelled}
      leftSection={<IconCode size={16} stroke={1.75} />}
      onClick={() => go('/queries/$queryId/source')}
    >
      <Trans>Edit Source</Trans>
    </Button>
  )
}

function Meta({ model, rights }: { model: QueryModel; rights: Rights }) {
  const { query, draft } = model
  const hasDescription = draft.description !== '' || rights.mayEdit
  return (
    <div className={styles.meta}>
      {hasDescription && <Description text={draft.description} isEditable={rights.mayEdit} onCommit={model.describe} />}
      {query !== null && (
        <>
          {hasDescription && <span className={styles.rule} />}
          <UserAction user={query.user} action={t`created`} at={query.created_at} />
          <span className={styles.rule} />
          <UserAction user={query.last_modified_by ?? query.user} action={t`updated`} at={query.updated_at} />
          <span className={styles.rule} />
          <span className={styles.fact}>
            <IconClock size={14} stroke={1.75} aria-hidden />
            <ScheduleLink query={query} model={model} rights={rights} />
          </span>
          <span className={styles.health}>{!query.is_archived && <QueryHealthLine query={query} />}</span>
        </>
      )}
    </div>
  )
}

/** Loaded again with each new result, after which the query is healthy again. */
function QueryHealthLine({ query: { id, latest_query_data_id } }: { query: Query }) {
  const { data, refetch } = useQuery(queryHealthQuery(id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the health changes with the result
  useEffect(() => void refetch(), [latest_query_data_id, refetch])
  return data ? <HealthLine health={data} retrievedAt={data.retrieved_at} /> : null
}

/** A user with an action and its time, such as *Ada created 2 days ago*. */
function UserAction({ user, action, at }: { user: User; action: string; at: string }) {
  const mayOpen = usePermission('list_users')
  return (
    <span className={styles.fact}>
      <Avatar id={user.id} name={user.name} profile_image_url={user.profile_image_url} />
      <span>
        {mayOpen ? (
          <Link to="/users/$userId" params={{ userId: String(user.id) }} className={styles.quiet}>
            {user.name}
          </Link>
        ) : (
          user.name
        )}
        {user.is_disabled && (
          <span className={styles.disabled}>
            {' '}
            <Trans>(disabled)</Trans>
          </span>
        )}{' '}
        {action} <TimeAgo date={at} />
      </span>
    </span>
  )
}

const ScheduleDialog = lazy(() => import('./ScheduleDialog.tsx'))

interface ScheduleLinkProps {
  query: Query
  model: Pick<QueryModel, 'change'>
  rights: Pick<Rights, 'maySchedule'>
}

/** The refresh schedule; users who may change it can open its dialog. */
function ScheduleLink({ query, model, rights }: ScheduleLinkProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  const text = t`Refresh schedule: ${useScheduleText(query.schedule)}`
  return (
    <>
      {rights.maySchedule ? (
        <button ref={button} type="button" className={styles.link} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          {text}
        </button>
      ) : (
        <span>{text}</span>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ScheduleDialog
            query={query}
            onSave={async (schedule) => (await model.change({ schedule })) !== null}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
