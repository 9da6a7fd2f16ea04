import { IconLock } from '@tabler/icons-react'
import { WidgetFrame } from './WidgetFrame.tsx'
import styles from './widget.module.css'

interface RestrictedWidgetProps {
  isEditing: boolean
  onRemove: (() => void) | null
}

/** What stands in place of a widget whose data is not for the reader. */
export function RestrictedWidget({ isEditing, onRemove }: RestrictedWidgetProps) {
  return (
    <WidgetFrame head={null} menu={null} isEditing={isEditing} onRemove={onRemove}>
      <div className={styles.center}>
        <IconLock size={20} stroke={1.75} aria-hidden />
        This widget requires access to a data source you don't have access to.
      </div>
    </WidgetFrame>
  )
}
