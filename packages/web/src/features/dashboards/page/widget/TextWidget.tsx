import { Menu } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Markdown } from '../../../../ui/Markdown.tsx'
import { WidgetFrame } from './WidgetFrame.tsx'
import styles from './widget.module.css'

interface TextWidgetProps {
  /** Markdown. */
  text: string
  isEditing: boolean
  /** null for those who may not. */
  onEdit: (() => void) | null
  onRemove: (() => void) | null
}

/** A textbox. */
export function TextWidget({ text, isEditing, onEdit, onRemove }: TextWidgetProps) {
  const menu = onEdit !== null && (
    <>
      <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onEdit}>
        Edit
      </Menu.Item>
      {onRemove !== null && (
        <Menu.Item color="var(--sl-err)" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={onRemove}>
          Remove from Dashboard
        </Menu.Item>
      )}
    </>
  )
  return (
    <WidgetFrame head={null} menu={menu || null} isEditing={isEditing} onRemove={onRemove}>
      {/* What scrolls has to be reached by keys. */}
      <div className={styles.fill} tabIndex={isEditing ? undefined : 0}>
        <div className={styles.text} data-auto-height="">
          <Markdown text={text} />
        </div>
      </div>
    </WidgetFrame>
  )
}
