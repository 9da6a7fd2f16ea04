import { t } from '@lingui/core/macro'
import { Badge } from '@mantine/core'
import type { AlertHealth, AlertState } from '@sightline/contract/alerts.ts'
import { stateLabel } from '@sightline/domain/alerts/state-label.ts'
import styles from './AlertBadges.module.css'

const tones: Record<AlertState, string | undefined> = { ok: 'ok', triggered: 'err', unknown: undefined }

/** The state of an alert as a coloured label. */
function StateBadge({ state }: { state: AlertState }) {
  return (
    <Badge data-tone={tones[state]}>
      <span className={styles.dot} aria-hidden />
      {stateLabel(state)}
    </Badge>
  )
}

const healthLabels: Record<Exclude<AlertHealth, 'ok'>, { label: string; tone: string; title: string }> = {
  failing: { label: t`FAILING`, tone: 'err', title: t`The last refresh of the query failed, so the alert was not checked.` },
  no_data: { label: t`NO DATA`, tone: 'warn', title: t`The latest result has no value to compare.` },
}

/** The state of an alert and, if something is wrong with the check, its health. */
export function AlertBadges({ state, health }: { state: AlertState; health: AlertHealth }) {
  const mark = health === 'ok' ? null : healthLabels[health]
  return (
    <span className={styles.badges}>
      <StateBadge state={state} />
      {mark !== null && (
        <Badge data-tone={mark.tone} title={mark.title}>
          {mark.label}
        </Badge>
      )}
    </span>
  )
}
