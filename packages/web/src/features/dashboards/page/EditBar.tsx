import { ActionIcon, Button, Checkbox, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconPlus, IconTextPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { keyName } from '../../../ui/keyboard.tsx'
import styles from './EditBar.module.css'

interface EditBarProps {
  /** Whether filters are shown once for all widgets. */
  sharesFilters: boolean
  onShareFilters(isShared: boolean): void
  /** null where there is nothing to take back, or to do again. */
  undo: (() => void) | null
  redo: (() => void) | null
  onAddTextbox(): void
  onAddWidget(): void
}

/** What can be put on the dashboard while it is edited; it floats above the widgets. */
export function EditBar({ sharesFilters, onShareFilters, undo, redo, onAddTextbox, onAddWidget }: EditBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-label="Edit the dashboard" data-unpictured>
      <Checkbox
        label="Use Dashboard Level Filters"
        checked={sharesFilters}
        onChange={(event) => onShareFilters(event.currentTarget.checked)}
      />
      <span className={styles.line} />
      <Step label="Undo" keys="Z" icon={<IconArrowBackUp size={16} stroke={1.75} />} onClick={undo} />
      <Step label="Redo" keys="Shift Z" icon={<IconArrowForwardUp size={16} stroke={1.75} />} onClick={redo} />
      <span className={styles.line} />
      <Button variant="default" size="sm" leftSection={<IconTextPlus size={16} stroke={1.75} />} onClick={onAddTextbox}>
        Add Textbox
      </Button>
      <Button size="sm" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onAddWidget}>
        Add Widget
      </Button>
    </div>
  )
}

function Step({ label, keys, icon, onClick }: { label: string; keys: string; icon: ReactNode; onClick: (() => void) | null }) {
  return (
    <Tooltip label={`${label} (${keyName('Ctrl')} ${keys})`}>
      <ActionIcon aria-label={label} disabled={onClick === null} onClick={() => onClick?.()}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
