import { Popover } from '@mantine/core'
import type { Cell } from '@sightline/contract/executions.ts'
import styles from './data-table.module.css'

/** Where a cell is, in pixels from the table's top left corner. */
export interface CellRectangle {
  top: number
  left: number
  width: number
  height: number
}

/** A JSON object or array is easier to read with its lines broken; everything else is shown as it is. */
export function wholeText(cell: Cell): string {
  if (cell === null) return 'null'
  if (typeof cell !== 'string' || !/^\s*[[{]/.test(cell)) return String(cell)
  try {
    return JSON.stringify(JSON.parse(cell), null, 2)
  } catch {
    return cell
  }
}

interface CellPopoverProps {
  cell: Cell
  title: string
  at: CellRectangle
  onClose(): void
}

/** The whole value of one cell. */
export function CellPopover({ cell, title, at, onClose }: CellPopoverProps) {
  return (
    <Popover opened onDismiss={onClose} position="bottom-start" offset={2} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <div className={styles.popoverTarget} style={{ ...at }} />
      </Popover.Target>
      <Popover.Dropdown className={styles.popover} aria-label={title}>
        <div className={styles.popoverTitle}>{title}</div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long value is scrolled with the keyboard. */}
        <pre className={styles.popoverText} tabIndex={0}>
          {wholeText(cell)}
        </pre>
      </Popover.Dropdown>
    </Popover>
  )
}
