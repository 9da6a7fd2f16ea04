import { plural, t } from '@lingui/core/macro'
import type { AlertState, AlertWarning, DeliveryState } from '@sightline/contract/alerts.ts'
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
  query_archived: t`This query is archived and no longer runs.`,
  no_data_source: t`This query has lost its data source and cannot run.`,
  no_schedule: t`This query has no refresh schedule. The alert is checked only when someone runs the query.`,
  schedule_stopped: t`The refresh schedule of this query has stopped. The alert is checked only when someone runs the query.`,
  schedule_ended: t`The refresh schedule of this query has ended. The alert is checked only when someone runs the query.`,
  parameters_without_values: t`Some parameters of this query have no value, so its schedule cannot run it and the alert is never checked.`,
  no_result: t`This query has no result yet. Run it once to see the current value.`,
  no_rows: t`The latest result has no rows, so there is no value to compare.`,
  column_gone: t`The latest result does not have this column, so the alert cannot trigger.`,
  no_value: t`The value in the latest result is empty, so there is nothing to compare.`,
  not_comparable: t`This operator cannot compare the value with the reference, so the alert cannot trigger.`,
  text_order: t`The value is text, not a number. Text is compared alphabetically, so the alert may trigger unexpectedly, or never.`,
}

const types: Record<string, { name: string; icon: typeof IconBell }> = {
  email: { name: t`Email`, icon: IconMail },
  slack: { name: 'Slack', icon: IconBrandSlack },
  webhook: { name: t`Webhook`, icon: IconWebhook },
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

/** Names the time `last_triggered_at` of an alert in this state. It is set when the state changes, and by each reminder. */
export const sinceText = (state: AlertState): string => (state === 'triggered' ? t`last triggered` : t`state changed`)

const deliveryTexts: Record<DeliveryState, string> = {
  waiting: t`sending`,
  sent: t`sent`,
  failed: t`not delivered`,
  dropped: t`not sent`,
}

/** The delivery state of a message, with the error if it failed. */
export function deliveryText(delivery: {
  recipient: string
  state: DeliveryState
  tries: number
  last_error: string | null
}): string {
  const { recipient, state, tries, last_error } = delivery
  const isRetried = state === 'waiting' && last_error !== null
  const counted = tries > 1 && state !== 'sent' ? t` after ${tries} attempts` : ''
  const outcome = isRetried ? t`failed${counted}, will retry` : `${deliveryTexts[state]}${counted}`
  return `${recipient}: ${outcome}${last_error === null ? '' : `. ${last_error}`}`
}

/** The outcome of a backtest: `Would have triggered 3 times (20 results checked).` */
export function backtestText({ results, fired }: { results: number; fired: number }): string {
  if (results === 0) return t`There are no past results to test on.`
  const checked = plural(results, { one: '# result checked', other: '# results checked' })
  if (fired === 0) return t`Would not have triggered (${checked}).`
  return plural(fired, {
    one: `Would have triggered once (${checked}).`,
    other: `Would have triggered # times (${checked}).`,
  })
}
