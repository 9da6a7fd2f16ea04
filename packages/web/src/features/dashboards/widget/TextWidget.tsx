import { Menu } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Markdown } from '../../../ui/Markdown.tsx'
import { WidgetFrame } from './WidgetFrame.tsx'
import { DuplicateAndRemove, type WidgetEditing } from './WidgetMenu.tsx'
import styles from './widget.module.css'

interface TextWidgetProps {
  /** Markdown. */
  text: string
  isEditing: boolean
  /** null if the user may not edit. */
  editing: WidgetEditing | null
}

/** A textbox. */
export function TextWidget({ text, isEditing, editing }: TextWidgetProps) {
  const menu = editing !== null && (
    <>
      {editing.onText !== null && (
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={editing.onText}>
          Edit
        </Menu.Item>
      )}
      <DuplicateAndRemove editing={editing} />
    </>
  )
  return (
    <WidgetFrame head={null} menu={menu || null} isEditing={isEditing} onRemove={editing?.onRemove ?? null}>
      {/* Focusable, so that it can be scrolled with the keyboard. */}
      <div className={styles.fill} tabIndex={isEditing ? undefined : 0}>
        <div className={styles.text} data-auto-height="">
          <Markdown text={text} />
        </div>
      </div>
    </WidgetFrame>
  )
}
