import { VisuallyHidden } from '@mantine/core'
import type { Change } from '@sightline/domain/table-columns/compared-cell.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import styles from './ComparedCell.module.css'

const arrows = { up: IconArrowUp, down: IconArrowDown, same: null }

/** A number with its change since an earlier row; the room of a missing change stays, so that the numbers are aligned. */
export function ComparedCell({ text, change }: { text: string; change: Change | null }) {
  const Arrow = change === null ? null : arrows[change.direction]
  return (
    <span className={styles.cell} title={change === null ? undefined : `${text}, ${change.words}`}>
      <span>{text}</span>
      <span className={styles.change} data-good={change?.isGood ?? undefined} aria-hidden>
        {Arrow && <Arrow size={12} stroke={2.25} />}
        <span>{change?.text}</span>
      </span>
      {change !== null && <VisuallyHidden>, {change.words}</VisuallyHidden>}
    </span>
  )
}

/** A text that is as wide as the change beside a number. */
export const changeWidthText = (change: Change | null): string => {
  const text = change?.text ?? ''
  return `${text.length > LEAST_TEXT.length ? text : LEAST_TEXT}${ARROW_AND_GAPS}`
}

/** Most changes in percent are no longer. */
const LEAST_TEXT = '100.0%'
const ARROW_AND_GAPS = '0000'
