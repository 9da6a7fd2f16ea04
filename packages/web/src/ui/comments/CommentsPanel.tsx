import { t } from '@lingui/core/macro'
import { Button, VisuallyHidden } from '@mantine/core'
import type { CommentThread } from '@sightline/contract/comments.ts'
import { IconMessage } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { EmptyState } from '../EmptyState.tsx'
import { ListSkeleton } from '../ListSkeleton.tsx'
import { CommentForm } from './CommentForm.tsx'
import type { CommentSurroundings } from './CommentItem.tsx'
import styles from './comments.module.css'
import { ThreadCard } from './ThreadCard.tsx'
import { useAnnouncements } from './use-announcements.ts'

interface CommentsPanelProps extends CommentSurroundings {
  /** The signed-in user. */
  reader: { id: number }
  /** Undefined while loading. */
  threads: readonly CommentThread[] | undefined
  /** Why they could not be loaded; null if they could. */
  failure: string | null
  /** Where new threads are written, for their draft. */
  place: string
  /** False on an archived dashboard. */
  mayWrite: boolean
  /** The promises resolve with whether it was stored. The implementation reports failures itself. */
  onStart(text: string): Promise<boolean>
  onReply(id: number, text: string): Promise<boolean>
  onResolve(id: number, isResolved: boolean): Promise<boolean>
}

/** The threads of a widget, open ones first, and the form that begins one. */
export function CommentsPanel(props: CommentsPanelProps) {
  const { reader, threads, failure, place, mayWrite, onStart, onReply, onResolve, ...around } = props
  const { text: announcement, announced } = useAnnouncements(threads, reader.id)
  const [showsResolved, setShowsResolved] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const resolvedId = useId()
  const open = threads?.filter(({ resolved }) => resolved === null) ?? []
  const resolved = threads?.filter((thread) => thread.resolved !== null) ?? []
  /** For changes that remove the focused button: the focus moves to the panel. */
  const announcedAndLeft = async (change: Promise<boolean>, outcome: string) => {
    const isStored = await announced(change, outcome)
    if (isStored) content.current?.focus({ preventScroll: true })
    return isStored
  }
  const card = (thread: CommentThread) => (
    <ThreadCard
      key={thread.id}
      thread={thread}
      mayWrite={mayWrite}
      {...around}
      onEdit={(id, text) => announced(around.onEdit(id, text), t`Comment changed.`)}
      onDelete={(id) => announcedAndLeft(around.onDelete(id), t`Comment deleted.`)}
      onReply={(id, text) => announced(onReply(id, text), t`Reply added.`)}
      onResolve={(id, isResolved) =>
        announcedAndLeft(onResolve(id, isResolved), isResolved ? t`Thread resolved.` : t`Thread reopened.`)
      }
    />
  )
  return (
    <div ref={content} className={styles.content} tabIndex={-1}>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {threads === undefined && failure === null && <ListSkeleton rows={2} />}
      {threads?.length === 0 && (
        <EmptyState
          icon={<IconMessage size={20} stroke={1.75} />}
          title={t`No comments yet`}
          help={
            mayWrite
              ? t`Ask or explain something below. Everyone who may see this widget can read it and reply.`
              : t`This dashboard is archived, so nobody can comment on it.`
          }
        />
      )}
      {open.length > 0 && (
        <ul className={styles.threads} aria-label={t`Open threads`}>
          {open.map(card)}
        </ul>
      )}
      {resolved.length > 0 && (
        <>
          <Button
            className={styles.disclosure}
            variant="subtle"
            size="compact-xs"
            aria-expanded={showsResolved}
            aria-controls={resolvedId}
            onClick={() => setShowsResolved(!showsResolved)}
          >
            {showsResolved ? t`Hide` : t`Show`}{' '}
            {resolved.length === 1 ? t`1 resolved thread` : t`${resolved.length} resolved threads`}
          </Button>
          <ul id={resolvedId} className={styles.threads} aria-label={t`Resolved threads`} hidden={!showsResolved}>
            {showsResolved && resolved.map(card)}
          </ul>
        </>
      )}
      {threads !== undefined && mayWrite && (
        <CommentForm
          label={t`New comment`}
          placeholder={threads.length === 0 ? t`Write a comment` : t`Begin another thread`}
          action={t`Comment`}
          drafts={around.drafts}
          onSearch={around.onSearch}
          place={place}
          onSend={(text) => announced(onStart(text), t`Comment added.`)}
          onCancel={null}
        />
      )}
    </div>
  )
}
