import { t } from '@lingui/core/macro'
import type { Cell } from '@sightline/contract/results.ts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import styles from './data-table.module.css'
import type { SubtotalLine } from './table-lines.ts'

interface SubtotalToggleProps {
  subtotal: SubtotalLine
  onToggle(key: Cell): void
}

/** Hides or shows the rows of a group, in the place of the number of a row; the keyboard has Enter. */
export function SubtotalToggle({ subtotal: { key, name, isCollapsed }, onToggle }: SubtotalToggleProps) {
  const Icon = isCollapsed ? IconChevronRight : IconChevronDown
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.toggle}
      aria-label={t`Rows of ${name}`}
      aria-expanded={!isCollapsed}
      onClick={() => onToggle(key)}
    >
      <Icon size={14} stroke={1.75} />
    </button>
  )
}
