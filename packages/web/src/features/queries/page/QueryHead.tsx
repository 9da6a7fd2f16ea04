import { Button } from '@mantine/core'
import type { Query } from '@sightline/contract/queries.ts'
import { IconClock, IconCode, IconTable } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EditInPlace } from '../../../ui/EditInPlace.tsx'
import { FavoriteStar } from '../../../ui/FavoriteStar.tsx'
import { useLive } from '../../../ui/live-value.ts'
import { TagsControl } from '../../../ui/TagsControl.tsx'
import { useFavorite } from '../../favorites/api.ts'
import { tagsQuery } from '../../tags/api.ts'
import { Description } from './Description.tsx'
import styles from './head.module.css'
import type { QueryModel } from './model.ts'
import { Doer } from './People.tsx'
import { QueryActions } from './QueryActions.tsx'
import type { Rights } from './rights.ts'
import { ScheduleLink } from './ScheduleLink.tsx'

interface QueryHeadProps {
  model: QueryModel
  rights: Rights
  mode: 'view' | 'source'
}

/** Title and what belongs to it: star, tags, publishing, the way between text and data, actions; below it who and when. */
export function QueryHead({ model, rights, mode }: QueryHeadProps) {
  const { query, draft } = model
  const cache = useQueryClient()
  const favorite = useFavorite()
  const loadKnownTags = async () => (await cache.fetchQuery(tagsQuery('queries'))).tags.map((tag) => tag.name)
  return (
    <header className={styles.head}>
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
          <EditInPlace value={draft.name} label="Name of the query" isEditable={rights.mayEdit} onCommit={model.rename} />
        </h1>
        <TagsControl
          tags={draft.tags}
          isDraft={query?.is_draft ?? true}
          isArchived={query?.is_archived ?? false}
          isEditable={rights.isOwner && rights.mayEdit}
          loadKnownTags={loadKnownTags}
          onSave={model.tag}
        />
        <span className={styles.spring} />
        <Unsaved model={model} />
        {query?.is_draft && rights.isOwner && (
          <Button variant="default" size="sm" onClick={() => void model.change({ is_draft: false })}>
            Publish
          </Button>
        )}
        {query !== null && rights.maySeeSource && <ModeToggle query={query} mode={mode} />}
        {query !== null && <QueryActions model={model} query={query} rights={rights} mode={mode} />}
      </div>
      <Meta model={model} rights={rights} />
    </header>
  )
}

/** Says so while something is not saved. On its own, as the first key changes it, and the page around it need not be drawn anew. */
function Unsaved({ model: { text, isDirty } }: { model: QueryModel }) {
  if (!useLive(text, isDirty)) return null
  return (
    <span className={styles.unsaved} role="status">
      Unsaved changes
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
      leftSection={<IconTable size={16} stroke={1.75} />}
      onClick={() => go('/queries/$queryId')}
    >
      Show Data Only
    </Button>
  ) : (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconCode size={16} stroke={1.75} />}
      onClick={() => go('/queries/$queryId/source')}
    >
      Edit Source
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
          <Doer user={query.user} deed="created" at={query.created_at} />
          <span className={styles.rule} />
          <Doer user={query.last_modified_by ?? query.user} deed="updated" at={query.updated_at} />
          <span className={styles.rule} />
          <span className={styles.fact}>
            <IconClock size={14} stroke={1.75} aria-hidden />
            <ScheduleLink query={query} model={model} rights={rights} />
          </span>
        </>
      )}
    </div>
  )
}
