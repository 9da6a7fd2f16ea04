import { Trans } from '@lingui/react/macro'
import { Popover } from '@mantine/core'
import type { Cell } from '@sightline/contract/results.ts'
import { formatJson } from '@sightline/domain/format-json.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { beginningOf } from '@sightline/domain/shortened.ts'
import { CopyButton } from '../CopyButton.tsx'
import styles from './data-table.module.css'

/** Position and size of a cell, in pixels from the corner of the table at which lines start. */
export interface CellRectangle {
  top: number
  insetInlineStart: number
  width: number
  height: number
}

/** Longer values are cut: the browser would need seconds to lay them out. */
const MAX_POPOVER_CHARACTERS = 200_000

/** Indents a JSON object or array without rounding its numbers; returns every other value as it is. */
export function wholeText(cell: Cell): string {
  if (cell === null) return 'null'
  if (typeof cell !== 'string' || !/^\s*[[{]/.test(cell)) return String(cell)
  try {
    return formatJson(cell)
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
  const text = wholeText(cell)
  return (
    <Popover opened onDismiss={onClose} position="bottom-start" offset={2} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <div aria-hidden className={styles.popoverTarget} style={{ ...at }} />
      </Popover.Target>
      <Popover.Dropdown className={styles.popover} aria-label={title}>
        <div className={styles.popoverTitle}>
          <span className={styles.popoverName}>{title}</span>
          <CopyButton text={cell === null ? '' : String(cell)} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long value is scrolled with the keyboard. */}
        <pre className={styles.popoverText} tabIndex={0}>
          {beginningOf(text, MAX_POPOVER_CHARACTERS)}
        </pre>
        {text.length > MAX_POPOVER_CHARACTERS && (
          <div className={styles.popoverNote}>
            <Trans>
              The first {localNumber(MAX_POPOVER_CHARACTERS)} of {localNumber(text.length)} characters. Copy includes all of
              them.
            </Trans>
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
