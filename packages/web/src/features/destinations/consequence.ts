const NAMED = 5

/** What deleting a destination means to the alerts that notify it, in one sentence. */
export function consequence(alerts: readonly string[]): string {
  const [only] = alerts
  if (only === undefined) return 'No alert notifies it.'
  if (alerts.length === 1) return `The alert ${only} will not notify it any more.`
  const named = alerts.slice(0, NAMED)
  const last = alerts.length > NAMED ? `${alerts.length - NAMED} more` : named.pop()
  return `The alerts ${named.join(', ')} and ${last} will not notify it any more.`
}
