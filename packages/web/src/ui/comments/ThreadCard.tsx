import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { CommentThread } from '@sightline/contract/comments.ts'
import { areSameValues } from '@sightline/domain/dashboards/commented-values.ts'
import { IconCheck, IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import { TimeAgo } from '../TimeAgo.tsx'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem, type CommentSurroundings } from './CommentItem.tsx'
import styles from './comments.module.css'

interface ThreadCardProps extends CommentSurroundings {
  thread: CommentThread
  mayWrite: boolean
  /** The promises resolve with whether it was stored. */
  onReply(id: number, text: string): Promise<boolean>
  onResolve(id: number, isResolved: boolean): Promise<boolean>
}

/** A thread: its comments, and what can be done with it. */
export function ThreadCard({ thread, mayWrite, onReply, onResolve, ...around }: ThreadCardProps) {
  const { id, comments, resolved } = thread
  const place = `thread-${id}`
  // A form that is there because of a draft leaves the focus where it is.
  const [hasDraft] = useState(() => around.drafts.read(place) !== '')
  const [isReplying, setIsReplying] = useState(hasDraft)
  return (
    <li className={styles.thread}>
      {comments.map((comment, at) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          namesValues={at === 0 || !areSameValues(comment.parameters, comments[at - 1]?.parameters ?? [])}
          {...around}
        />
      ))}
      {resolved !== null && (
        <p className={styles.resolved}>
          <Trans>
            Resolved by {resolved.by}, <TimeAgo date={resolved.at} />
          </Trans>
        </p>
      )}
      {mayWrite && isReplying && (
        <CommentForm
          label={t`Your reply`}
          placeholder={t`Reply`}
          action={t`Reply`}
          drafts={around.drafts}
          place={place}
          isFocused={!hasDraft}
          onSearch={around.onSearch}
          onSend={(text) => onReply(id, text)}
          onCancel={() => setIsReplying(false)}
        />
      )}
      {mayWrite && !isReplying && (
        <div className={styles.threadActions}>
          <Button variant="subtle" size="compact-xs" onClick={() => setIsReplying(true)}>
            <Trans>Reply</Trans>
          </Button>
          {resolved === null ? (
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={<IconCheck size={14} stroke={1.75} />}
              onClick={() => void onResolve(id, true)}
            >
              <Trans>Resolve</Trans>
            </Button>
          ) : (
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={<IconRotate size={14} stroke={1.75} />}
              onClick={() => void onResolve(id, false)}
            >
              <Trans>Reopen</Trans>
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
