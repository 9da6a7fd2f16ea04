import { Button } from '@mantine/core'
import { IconPlus, IconTextPlus } from '@tabler/icons-react'
import styles from './EditBar.module.css'

interface EditBarProps {
  onAddTextbox(): void
  onAddWidget(): void
}

/** What can be put on the dashboard while it is edited; it floats above the widgets. */
export function EditBar({ onAddTextbox, onAddWidget }: EditBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-label="Add to the dashboard">
      <Button variant="default" size="sm" leftSection={<IconTextPlus size={16} stroke={1.75} />} onClick={onAddTextbox}>
        Add Textbox
      </Button>
      <Button size="sm" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onAddWidget}>
        Add Widget
      </Button>
    </div>
  )
}
