import { t } from '@lingui/core/macro'
import { Select, TextInput } from '@mantine/core'
import { intervalText } from '@sightline/domain/schedule/display.ts'
import styles from './alerts.module.css'
import { type AlertDraft, type RearmUnit, rearmOf, rearmUnits, typedCount } from './draft.ts'

interface RearmFieldProps {
  draft: AlertDraft
  problem: string | undefined
  isReadOnly: boolean
  onChange(change: Partial<AlertDraft>): void
}

/** After how long a triggered alert notifies again: a number and its unit. */
export function RearmField({ draft, problem, isReadOnly, onChange }: RearmFieldProps) {
  const seconds = problem === undefined ? rearmOf(draft) : null
  return (
    <div className={styles.rearm}>
      <TextInput
        label={t`Rearm seconds`}
        inputMode="numeric"
        value={draft.rearm}
        onChange={(event) => onChange({ rearm: typedCount(event.currentTarget.value, draft.rearm) })}
        // A long number of seconds is hard to read.
        description={seconds !== null && draft.rearmUnit === 'seconds' ? intervalText(seconds) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={problem}
        disabled={isReadOnly}
      />
      <Select
        aria-label={t`Unit of rearm`}
        data={Object.keys(rearmUnits)}
        value={draft.rearmUnit}
        onChange={(unit) => onChange({ rearmUnit: unit as RearmUnit })}
        disabled={isReadOnly}
      />
    </div>
  )
}
