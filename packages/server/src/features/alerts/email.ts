import type { AlertHealth, AlertState } from '@sightline/contract/alerts.ts'
import type { Cell, ResultColumn } from '@sightline/contract/results.ts'
import { defaultSubject, failingText, findingOf, findingText, noFindingText } from '@sightline/domain/alerts/finding.ts'
import { hasMarkup, safeMarkup, textOfMarkup } from '@sightline/domain/alerts/markup.ts'
import { conditionText } from '@sightline/domain/alerts/options.ts'
import { stateLabel } from '@sightline/domain/alerts/state-label.ts'
import { type AlertFacts, escapeHtml } from '@sightline/domain/alerts/templates.ts'
import { timeInZone } from '@sightline/domain/format/date.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { firstRowsHtml, firstRowsOf, firstRowsText } from '../../platform/mail/first-rows.ts'
import { factsHtml } from '../../platform/mail/letter.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { mailButton, mailCard, mailPage, mailPicture, mailRemark } from '../../platform/mail/page.ts'
import type { ChartImage } from '../executions/service.ts'

/** Content id of the chart image within the mail. */
const CHART = 'chart'

/** The content of an alert mail, besides what templates can use. */
export interface AlertEmailContent extends AlertFacts {
  columns: readonly ResultColumn[]
  event: { kind: 'change' | 'reminder' | 'test'; health: AlertHealth; value: Cell; created_at: Date }
  /** Custom subject and body, rendered; null if there are none. */
  subject: string | null
  body: string | null
  /** Number of rows in the result. */
  total: number
  /** The date and number formats of the organization. */
  formats: ValueFormats
  /** The first chart of the query; null if it has none. */
  chart: ChartImage | null
}

const headlines: Record<AlertState, (name: string) => string> = {
  triggered: (name) => i18n._('{name} just triggered', { name }),
  ok: (name) => i18n._('{name} went back to normal', { name }),
  unknown: (name) => i18n._('{name} has an unknown state', { name }),
}

function headlineOf({ alert, event }: AlertEmailContent): string {
  const { name, state } = alert
  if (event.health === 'failing') return i18n._('{name} could not be checked', { name })
  return event.health === 'no_data' ? i18n._('{name} found no data', { name }) : headlines[state](name)
}

/** The mail about an alert event, as plain text and as HTML for light and dark mode, desktop and phone. */
export function alertEmail(message: AlertEmailContent): Omit<Mail, 'to'> {
  return {
    subject: message.subject ?? defaultSubject(message.alert.name, message.alert.state),
    text: textOf(message),
    html: htmlOf(message),
    ...(message.chart?.png ? { pictures: [{ id: CHART, png: message.chart.png }] } : {}),
  }
}

function factsOf({ alert, query, event, formats }: AlertEmailContent): [name: string, text: string][] {
  const { options } = alert
  return [
    [i18n._('Query'), query.name],
    [i18n._('Condition'), conditionText(options, formats.numberMarks)],
    [i18n._('Checked'), timeInZone(event.created_at, formats)],
  ]
}

const remarkOn = ({ event }: AlertEmailContent): string | null =>
  ({
    change: null,
    reminder: i18n._('This is a reminder: the alert is still triggered.'),
    test: i18n._('This is a test that a user sent.'),
  })[event.kind]

const reason = () =>
  i18n._('You received this email because this address is subscribed to the alert. Unsubscribe on the page of the alert.')

function textOf(message: AlertEmailContent): string {
  const { alert, event, body, links, formats } = message
  const remark = remarkOn(message)
  return [
    headlineOf(message),
    event.health === 'failing' ? failingText() : findingText(alert.options, event.value, alert.state, formats),
    ...(remark === null ? [] : [remark]),
    ...(body === null || event.health === 'failing' ? [] : [textOfMarkup(body)]),
    factsOf(message)
      .map(([name, text]) => `${name}: ${text}`)
      .join('\n'),
    ...firstRowsText(shownRows(message)),
    `${i18n._('Alert')}: ${links.alert}\n${i18n._('Query')}: ${links.query}`,
    reason(),
  ].join('\n\n')
}

const shownRows = (message: AlertEmailContent) => firstRowsOf(message, message.formats)

/** Text and background colors of the badge and the finding, by state. */
const tones: Record<AlertState, [text: string, ground: string]> = {
  triggered: ['#c4302b', '#fdedec'],
  ok: ['#0b7a4b', '#e7f6ee'],
  unknown: ['#646d79', '#f1f3f5'],
}

function htmlOf(message: AlertEmailContent): string {
  const { alert, links } = message
  const [ink, ground] = tones[alert.state]
  const remark = remarkOn(message)
  const content = `<span class="${alert.state}" style="display:inline-block;padding:2px 8px;border-radius:4px;font-size:11px;line-height:18px;font-weight:600;color:${ink};background:${ground}">${stateLabel(alert.state)}</span>
<h1 style="margin:8px 0 16px;font-size:18px;line-height:26px;font-weight:600;overflow-wrap:anywhere"><a class="link" href="${escapeHtml(links.alert)}" style="color:#2b59d1;text-decoration:none">${escapeHtml(headlineOf(message))}</a></h1>
<p class="${alert.state} finding" style="margin:0 0 16px;padding:10px 14px;border-radius:8px;color:#14171c;background:${ground};overflow-wrap:anywhere">${findingHtml(message)}</p>
${remark === null ? '' : `<p class="quiet" style="margin:0 0 16px;color:#646d79">${escapeHtml(remark)}</p>`}
${descriptionHtml(message)}
${factsHtml(factsOf(message))}
${chartHtml(message)}
${firstRowsHtml(shownRows(message))}
${mailButton(links.query, i18n._('Open Query'))}`
  return mailPage(alert.name, mailCard(content), reason())
}

function chartHtml({ chart }: AlertEmailContent): string {
  if (chart === null) return ''
  if (chart.png === null) return mailRemark(`${chart.name}: ${chart.reason}`)
  return mailPicture(CHART, chart.width, chart.description) + (chart.note === null ? '' : mailRemark(chart.note))
}

function findingHtml({ alert, event, formats }: AlertEmailContent): string {
  if (event.health === 'failing') return failingText()
  const finding = findingOf(alert.options, event.value, alert.state, formats)
  if (finding === null) return noFindingText()
  return finding.map(({ text, isValue }) => (isValue ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text))).join('')
}

/** Plain text keeps its line breaks. */
function descriptionHtml({ body, event }: AlertEmailContent): string {
  if (body === null || event.health === 'failing') return ''
  const lines = hasMarkup(body) ? '' : ';white-space:pre-wrap'
  return `<div style="margin:0 0 16px;overflow-wrap:anywhere${lines}">${safeMarkup(body)}</div>`
}
