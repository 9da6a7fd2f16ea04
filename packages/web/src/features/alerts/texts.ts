import type { AlertWarning, DeliveryState } from '@sightline/contract/alerts.ts'
import {
  IconBell,
  IconBrandDiscord,
  IconBrandSlack,
  IconBrandTeams,
  IconBrandWechat,
  IconListCheck,
  IconMail,
  IconMessage,
  IconSend,
  IconWebhook,
} from '@tabler/icons-react'

/** Why an alert may never fire. */
export const warningTexts: Record<AlertWarning, string> = {
  query_archived: 'This query is archived, so it does not run any more.',
  no_data_source: 'This query has lost its data source and cannot run.',
  no_schedule: 'This query has no refresh schedule: the alert is only checked when somebody executes the query.',
  schedule_stopped: 'The refresh schedule of this query is stopped: the alert is only checked when somebody executes it.',
  schedule_ended: 'The refresh schedule of this query has ended: the alert is only checked when somebody executes it.',
  parameters_without_values:
    'Parameters of this query have no value, so its schedule cannot run it, and the alert will never fire by itself.',
  no_result: 'This query has no result yet. Execute it once to see what the alert would find.',
  no_rows: 'The latest result has no rows, so there is no value to compare.',
  column_gone: 'The latest result has no such column, so the alert can never fire.',
  no_value: 'The value is empty in the latest result, so there is nothing to compare.',
  not_comparable: 'The value cannot be compared with the reference in this way, so the alert can never fire.',
  text_order:
    'The value is a text and no number. Texts are compared letter by letter, so the alert may fire unexpectedly, or never.',
}

const types: Record<string, { name: string; icon: typeof IconBell }> = {
  email: { name: 'Email', icon: IconMail },
  slack: { name: 'Slack', icon: IconBrandSlack },
  webhook: { name: 'Webhook', icon: IconWebhook },
  discord: { name: 'Discord', icon: IconBrandDiscord },
  mattermost: { name: 'Mattermost', icon: IconMessage },
  chatwork: { name: 'ChatWork', icon: IconMessage },
  pagerduty: { name: 'PagerDuty', icon: IconBell },
  hangouts_chat: { name: 'Google Chat', icon: IconMessage },
  microsoft_teams_webhook: { name: 'Microsoft Teams', icon: IconBrandTeams },
  asana: { name: 'Asana', icon: IconListCheck },
  webex: { name: 'Webex', icon: IconBrandWechat },
  datadog: { name: 'Datadog', icon: IconBell },
}

/** Name and icon of a type of destination. */
export const destinationType = (type: string) => types[type] ?? { name: type, icon: IconSend }

const deliveryTexts: Record<DeliveryState, string> = {
  waiting: 'on its way',
  sent: 'sent',
  failed: 'not delivered',
  dropped: 'not sent',
}

/** The delivery state of a message, with the error if it failed. */
export function deliveryText(delivery: {
  recipient: string
  state: DeliveryState
  tries: number
  last_error: string | null
}): string {
  const { recipient, state, tries, last_error } = delivery
  const isTriedAgain = state === 'waiting' && last_error !== null
  const what = isTriedAgain ? 'failed, will be tried again' : deliveryTexts[state]
  const counted = tries > 1 && state !== 'sent' ? ` after ${tries} tries` : ''
  return `${recipient}: ${what}${counted}${last_error === null ? '' : `. ${last_error}`}`
}

/** The outcome of a backtest: `Would have fired 3 times in 20 results.` */
export function backtestText({ results, fired }: { results: number; fired: number }): string {
  if (results === 0) return 'There are no stored results to rehearse with.'
  const times = fired === 0 ? 'not have fired' : `have fired ${fired === 1 ? 'once' : `${fired} times`}`
  return `Would ${times} in ${results === 1 ? 'the one stored result' : `${results} stored results`}.`
}
