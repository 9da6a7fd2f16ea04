import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Tooltip, UnstyledButton } from '@mantine/core'
import { localNumber } from '@sightline/domain/language/local.ts'
import { AUTO_LIMIT_ROWS, takesAutoLimit } from '@sightline/domain/sql-text/statements.ts'
import { type LiveValue, useLive } from '../../../ui/live-value.ts'
import styles from './AutoLimit.module.css'

export interface AutoLimitChipProps {
  isOn: boolean
  /** null if the user may not change it. */
  onChange: ((isOn: boolean) => void) | null
}

interface AutoLimitOfTextProps extends AutoLimitChipProps {
  text: LiveValue<string>
  dialect: string
}

/** Shows whether the query reads at most 1,000 rows, and switches it. It follows the text, as not every query gets the limit. */
export function AutoLimitChip({ isOn, onChange, text, dialect }: AutoLimitOfTextProps) {
  const isAdded = useLive(text, (written) => isOn && (written.trim() === '' || takesAutoLimit(written, dialect)))
  const rows = localNumber(AUTO_LIMIT_ROWS)
  const shown = isAdded ? `LIMIT ${AUTO_LIMIT_ROWS}` : isOn ? t`No limit added` : t`No limit`
  return (
    <Tooltip
      label={isAdded ? t`Reads the first ${rows} rows` : isOn ? NOT_ADDED : t`Reads all rows. Click to limit to ${rows}`}
    >
      <UnstyledButton
        className={styles.chip}
        aria-label={t`${shown} (row limit)`}
        aria-pressed={isOn}
        data-on={isAdded || undefined}
        disabled={onChange === null}
        onClick={() => onChange?.(!isOn)}
      >
        {shown}
      </UnstyledButton>
    </Tooltip>
  )
}

const NOT_ADDED = t`The limit is on, but only added to a SELECT without a limit of its own`

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
      <Trans>First {localNumber(rows)} rows, limited.</Trans>
      {onRunWithoutLimit !== null && (
        <Anchor component="button" type="button" inherit c="inherit" underline="always" onClick={onRunWithoutLimit}>
          <Trans>Run without limit</Trans>
        </Anchor>
      )}
    </span>
  )
}
