const NAMED = 5

/** What deleting a destination means to the alerts that notify it, and to the reports that it gets. */
export function consequence(alerts: readonly string[], reports: number): string {
  if (reports === 0) return toAlerts(alerts)
  return `${toAlerts(alerts)} ${reports === 1 ? 'A report is' : `${reports} reports are`} no longer sent.`
}

function toAlerts(alerts: readonly string[]): string {
  const [only] = alerts
  if (only === undefined) return 'No alert notifies it.'
  if (alerts.length === 1) return `The alert ${only} will not notify it any more.`
  const named = alerts.slice(0, NAMED)
  const last = alerts.length > NAMED ? `${alerts.length - NAMED} more` : named.pop()
  return `The alerts ${named.join(', ')} and ${last} will not notify it any more.`
}
