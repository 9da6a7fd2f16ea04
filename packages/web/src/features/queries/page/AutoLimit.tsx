import { Anchor, Tooltip, UnstyledButton } from '@mantine/core'
import { AUTO_LIMIT_ROWS } from '@sightline/domain/sql-text/statements.ts'
import styles from './AutoLimit.module.css'

export interface AutoLimitChipProps {
  isOn: boolean
  /** null if the user may not change it. */
  onChange: ((isOn: boolean) => void) | null
}

/** Shows whether the query reads at most 1,000 rows, and switches it. */
export function AutoLimitChip({ isOn, onChange }: AutoLimitChipProps) {
  const rows = AUTO_LIMIT_ROWS.toLocaleString('en')
  const shown = isOn ? `LIMIT ${AUTO_LIMIT_ROWS}` : 'No limit'
  return (
    <Tooltip
      label={
        isOn ? `Reads the first ${rows} rows, unless the query has its own limit` : `Reads all rows. Click to limit to ${rows}`
      }
    >
      <UnstyledButton
        className={styles.chip}
        aria-label={`${shown} (row limit)`}
        aria-pressed={isOn}
        data-on={isOn || undefined}
        disabled={onChange === null}
        onClick={() => onChange?.(!isOn)}
      >
        {shown}
      </UnstyledButton>
    </Tooltip>
  )
}

interface AutoLimitNoteProps {
  /** Rows of the result. */
  rows: number
  /** null if the query cannot be run now. */
  onRunWithoutLimit: (() => void) | null
}

/** Says that the automatic limit cut the result, and offers to run the query without it. */
export function AutoLimitNote({ rows, onRunWithoutLimit }: AutoLimitNoteProps) {
  return (
    <span className={styles.note} role="status">
      First {rows.toLocaleString('en')} rows, limited.
      {onRunWithoutLimit !== null && (
        <Anchor component="button" type="button" inherit c="inherit" underline="always" onClick={onRunWithoutLimit}>
          Run without limit
        </Anchor>
      )}
    </span>
  )
}
