import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDotsVertical, IconX } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { useIdle } from '../../../../ui/loading-tracker.ts'
import styles from './widget.module.css'

interface WidgetFrameProps {
  ref?: RefObject<HTMLDivElement | null>
  /** null for a frame without a head, such as that of a textbox. */
  head: ReactNode
  /** Buttons that show with the head, left of the menu. */
  actions?: ReactNode
  /** Entries of the menu; null for no menu. */
  menu: ReactNode
  isEditing: boolean
  /** null for those who may not. */
  onRemove: (() => void) | null
  children: ReactNode
}

/** The card of a widget: head with what can be done, and the content. */
export function WidgetFrame({ ref, head, actions, menu, isEditing, onRemove, children }: WidgetFrameProps) {
  // Thirty menus take as long as thirty charts; nobody reaches for one before the charts are there.
  const isSpare = useIdle()
  return (
    <div ref={ref} className={styles.widget} data-editing={isEditing || undefined} data-headless={head === null || undefined}>
      <div className={styles.head}>
        {head}
        <div className={styles.actions} data-unpictured>
          {isSpare && !isEditing && actions}
          {isSpare && menu !== null && (
            <Menu position="bottom-end" width={216}>
              <Tooltip label="More">
                <Menu.Target>
                  <ActionIcon size="sm" aria-label="Widget menu">
                    <IconDotsVertical size={16} stroke={1.75} />
                  </ActionIcon>
                </Menu.Target>
              </Tooltip>
              <Menu.Dropdown>{menu}</Menu.Dropdown>
            </Menu>
          )}
          {isSpare && isEditing && onRemove !== null && (
            <Tooltip label="Remove from the dashboard">
              <ActionIcon size="sm" aria-label="Remove widget" onClick={onRemove}>
                <IconX size={16} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </div>
      <div className={styles.body}>{children}</div>
    </div>
  )
}
