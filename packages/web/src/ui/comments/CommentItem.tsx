import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Menu, Tooltip, VisuallyHidden } from '@mantine/core'
import type { Comment, CommentedValue } from '@sightline/contract/comments.ts'
import { differFromShown } from '@sightline/domain/dashboards/commented-values.ts'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { Avatar } from '../Avatar.tsx'
import { TimeAgo } from '../TimeAgo.tsx'
import { CommentForm, type Drafts } from './CommentForm.tsx'
import { CommentText } from './CommentText.tsx'
import styles from './comments.module.css'
import type { SearchPeople } from './MentionField.tsx'

/** The page around a comment. */
export interface CommentSurroundings {
  drafts: Drafts
  /** Finds people for mentions. */
  onSearch: SearchPeople
  /** Values in one line, in the formats of the organization. */
  textOf(values: readonly CommentedValue[]): string
  /** The values that the widget is shown with. */
  current: readonly CommentedValue[]
  /** The URL of the dashboard with these values and the panel. */
  hrefOf(values: readonly CommentedValue[]): string
  /** Shows the dashboard with these values, without leaving it. */
  onShow(values: readonly CommentedValue[]): void
  /** The promises resolve with whether it was stored. */
  onEdit(id: number, text: string): Promise<boolean>
  onDelete(id: number): Promise<boolean>
}

interface CommentItemProps extends CommentSurroundings {
  comment: Comment
  /** Whether to name the values: those of a reply go without saying if they are those of the comment before. */
  namesValues: boolean
}

const icon = { size: 16, stroke: 1.75 }

/** One comment: its author, time, text and values. */
export function CommentItem({ comment, namesValues, ...around }: CommentItemProps) {
  const { id, user, text, mentions, parameters, created_at, edited_at, can_edit, can_delete } = comment
  const { drafts, onEdit } = around
  const place = `edit-${id}`
  const [hasDraft] = useState(() => can_edit && drafts.read(place) !== '')
  const [isEditing, setIsEditing] = useState(hasDraft)
  return (
    <article className={styles.comment} aria-label={t`Comment by ${user.name}`}>
      <div className={styles.commentHead}>
        <Avatar {...user} size="sm" />
        <span className={styles.author}>{user.name}</span>
        {user.is_disabled && (
          <span className={styles.faint}>
            <Trans>(disabled)</Trans>
          </span>
        )}
        <ShowLink {...around} values={parameters} className={styles.time}>
          <VisuallyHidden>
            <Trans>Link to this comment,</Trans>{' '}
          </VisuallyHidden>
          <TimeAgo date={created_at} />
        </ShowLink>
        {edited_at !== null && (
          <span className={styles.faint}>
            <Trans>
              · edited <TimeAgo date={edited_at} />
            </Trans>
          </span>
        )}
        {(can_edit || can_delete) && !isEditing && (
          <Menu position="bottom-end" width={140}>
            <Tooltip label={t`More`}>
              <Menu.Target>
                <ActionIcon size="sm" className={styles.more} aria-label={t`Menu of the comment by ${user.name}`}>
                  <IconDots {...icon} />
                </ActionIcon>
              </Menu.Target>
            </Tooltip>
            <Menu.Dropdown>
              {can_edit && (
                <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setIsEditing(true)}>
                  <Trans>Edit</Trans>
                </Menu.Item>
              )}
              {can_delete && (
                <Menu.Item color="var(--sl-err)" leftSection={<IconTrash {...icon} />} onClick={() => void around.onDelete(id)}>
                  <Trans>Delete</Trans>
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {isEditing ? (
        <CommentForm
          label={t`Text of the comment`}
          placeholder=""
          action={t`Save`}
          drafts={drafts}
          place={place}
          stored={text}
          mentions={mentions}
          onSearch={around.onSearch}
          isFocused={!hasDraft}
          onSend={async (next) => next === text || (await onEdit(id, next))}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <CommentText text={text} mentions={mentions} />
      )}
      {namesValues && parameters.length > 0 && (
        <p className={styles.values}>
          {around.textOf(parameters)}{' '}
          {differFromShown(parameters, around.current) && (
            <ShowLink {...around} values={parameters} className={styles.show}>
              <Trans>Show these values</Trans>
            </ShowLink>
          )}
        </p>
      )}
    </article>
  )
}

interface ShowLinkProps extends Pick<CommentSurroundings, 'hrefOf' | 'onShow'> {
  values: readonly CommentedValue[]
  className: string | undefined
  children: ReactNode
}

/** A link to the dashboard with values. A plain click shows them here; it can also be copied or opened in another tab. */
function ShowLink({ values, hrefOf, onShow, className, children }: ShowLinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onShow(values)
  }
  return (
    <a href={hrefOf(values)} className={className} onClick={onClick}>
      {children}
    </a>
  )
}
