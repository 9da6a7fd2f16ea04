import { t } from '@lingui/core/macro'
import { Select, TextInput } from '@mantine/core'
import { intervalName } from '../../ui/schedule/use-schedule-text.ts'
import styles from './alerts.module.css'
import { type AlertDraft, type RearmUnit, rearmOf, rearmUnits, typedCount } from './draft.ts'

const unitNames: Record<RearmUnit, string> = { seconds: t`seconds`, minutes: t`minutes`, hours: t`hours`, days: t`days` }

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
        description={seconds !== null && draft.rearmUnit === 'seconds' ? intervalName(seconds) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={problem}
        disabled={isReadOnly}
      />
      <Select
        aria-label={t`Unit of rearm`}
        data={Object.keys(rearmUnits).map((value) => ({ value, label: unitNames[value as RearmUnit] }))}
        value={draft.rearmUnit}
        onChange={(unit) => onChange({ rearmUnit: unit as RearmUnit })}
        disabled={isReadOnly}
      />
    </div>
  )
}
