import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CommentsItem, type WidgetComments } from '../comments/widget-comments.tsx'
import { WidgetFrame } from './WidgetFrame.tsx'
import { DuplicateAndRemove, type WidgetEditing } from './WidgetMenu.tsx'
import styles from './widget.module.css'

interface TextWidgetProps {
  isEditing: boolean
  /** null if the user may not edit. */
  editing: WidgetEditing | null
  /** null if the user cannot comment on it here. */
  comments: WidgetComments | null
  /** The rendered text. */
  children: ReactNode
}

/** A textbox. */
export function TextWidget({ isEditing, editing, comments, children }: TextWidgetProps) {
  const menu = (editing !== null || comments !== null) && (
    <>
      {comments !== null && <CommentsItem {...comments} />}
      {editing !== null && editing.onText !== null && (
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={editing.onText}>
          <Trans>Edit</Trans>
        </Menu.Item>
      )}
      {editing !== null && <DuplicateAndRemove editing={editing} />}
    </>
  )
  return (
    <WidgetFrame head={null} menu={menu || null} isEditing={isEditing} onRemove={editing?.onRemove ?? null} comments={comments}>
      {/* Focusable, so that it can be scrolled with the keyboard. */}
      <div className={`${styles.fill} ${styles.textbox}`} tabIndex={isEditing ? undefined : 0}>
        <div className={styles.text} data-auto-height="">
          {children}
        </div>
      </div>
    </WidgetFrame>
  )
}
