import type { AlertState } from '@sightline/contract/alerts.ts'
import { i18n } from '../language/i18n.ts'

/** The state of an alert as a label, in capitals where the script has them. */
export function stateLabel(state: AlertState): string {
  if (state === 'ok') return i18n._('OK')
  return state === 'triggered' ? i18n._('TRIGGERED') : i18n._('UNKNOWN')
}
