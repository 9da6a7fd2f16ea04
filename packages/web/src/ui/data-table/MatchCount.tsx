import styles from './MatchCount.module.css'
import type { RowCount } from './row-source.ts'

interface FoundRowsProps {
  /** null while nothing is known. */
  found: RowCount | null
  /** Rows there are in all. */
  total: number
}

/** How many rows a search has found. Screen readers are told once they are counted. */
export function MatchCount({ found, total }: FoundRowsProps) {
  return (
    <span role="status" aria-busy={found?.isExact === false} className={styles.found}>
      {found && matchCountText(found, total)}
    </span>
  )
}

/** `24,833 of 1,000,000 rows`, with a plus while there may be more. */
export function matchCountText({ rows, isExact }: RowCount, total: number): string {
  const plus = isExact ? '' : '+'
  return `${rows.toLocaleString('en')}${plus} of ${total.toLocaleString('en')} ${total === 1 ? 'row' : 'rows'}`
}
