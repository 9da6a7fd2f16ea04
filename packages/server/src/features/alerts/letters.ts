import type { AlertState } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/executions.ts'
import { hasMarkup, safeMarkup, textOfMarkup } from '@sightline/domain/alerts/markup.ts'
import { type AlertFacts, escapeHtml } from '@sightline/domain/alerts/templates.ts'
import { defaultSubject, findingOf, findingText } from '@sightline/domain/alerts/words.ts'
import type { Mail } from '../../platform/mail/mailer.ts'

const SHOWN_ROWS = 10
const SHOWN_COLUMNS = 6
const CELL_CHARACTERS = 80

/** What a mail tells beside what templates are given. */
export interface AlertStory extends AlertFacts {
  event: { kind: 'change' | 'reminder' | 'test'; value: Cell; created_at: Date }
  /** As people wrote them; null where they did not. */
  subject: string | null
  body: string | null
  /** Whether the result has rows beyond those at hand. */
  isFirstOfMore: boolean
}

const headlines: Record<AlertState, string> = {
  triggered: 'just triggered',
  ok: 'went back to normal',
  unknown: 'cannot tell its state',
}

/** The mail about what has happened to an alert, for readers of text and of HTML, light and dark, on a desk and on a phone. */
export function alertLetter(story: AlertStory): Omit<Mail, 'to'> {
  return {
    subject: story.subject ?? defaultSubject(story.alert.name, story.alert.state),
    text: textOf(story),
    html: htmlOf(story),
  }
}

function factsOf({ alert, query, event }: AlertStory): [name: string, text: string][] {
  const { column, op, value } = alert.options
  return [
    ['Query', query.name],
    ['Condition', `${column} ${op} ${value}`],
    ['Checked', `${event.created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ]
}

const remarkOn = ({ event }: AlertStory): string | null =>
  ({
    change: null,
    reminder: 'It is still so: this alert is set to tell again.',
    test: 'This is a test that somebody asked for.',
  })[event.kind]

const reason = 'You get this mail because this address is subscribed to the alert. The alert page ends that.'

function textOf(story: AlertStory): string {
  const { alert, event, body, links } = story
  const remark = remarkOn(story)
  return [
    `${alert.name} ${headlines[alert.state]}.`,
    findingText(alert.options, event.value, alert.state),
    ...(remark === null ? [] : [remark]),
    ...(body === null ? [] : [textOfMarkup(body)]),
    factsOf(story)
      .map(([name, text]) => `${name}: ${text}`)
      .join('\n'),
    ...tableText(story),
    `Alert: ${links.alert}\nQuery: ${links.query}`,
    reason,
  ].join('\n\n')
}

function tableText(story: AlertStory): string[] {
  const { names, cells, more } = shownTable(story)
  if (cells.length === 0) return []
  return [[names, ...cells].map((row) => row.join(' | ')).join('\n') + (more === '' ? '' : `\n${more}`)]
}

/** The beginning of the result. */
function shownTable({ columns, rows, isFirstOfMore }: AlertStory) {
  const names = columns.slice(0, SHOWN_COLUMNS).map(({ friendly_name }) => friendly_name)
  const cells = rows.slice(0, SHOWN_ROWS).map((row) => names.map((_, index) => cellText(row[index] ?? null)))
  const isCut = rows.length > SHOWN_ROWS || isFirstOfMore
  const leftOut = [...(isCut ? ['rows'] : []), ...(columns.length > SHOWN_COLUMNS ? ['columns'] : [])]
  return { names, cells, more: leftOut.length === 0 ? '' : `The query shows more ${leftOut.join(' and ')}.` }
}

function cellText(cell: Cell): string {
  const text = cell === null ? '–' : String(cell).replace(/\s+/g, ' ')
  return text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS - 1)}…` : text
}

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
/** Text and ground of the badge and of the finding, by state. */
const tones: Record<AlertState, [text: string, ground: string]> = {
  triggered: ['#c4302b', '#fdedec'],
  ok: ['#0b7a4b', '#e7f6ee'],
  unknown: ['#646d79', '#f1f3f5'],
}

// Colours stand in line, where every program shows them; those that know dark take these instead.
const DARK = `@media (prefers-color-scheme: dark) {
.page { background:#0e1013 !important; color:#eceef1 !important }
.card { background:#15181c !important; border-color:#23282e !important }
.quiet { color:#8b94a0 !important }
.line { border-color:#23282e !important }
.link { color:#8cadff !important }
.triggered { color:#ff8379 !important; background:#331b1b !important }
.ok { color:#4fc690 !important; background:#12281f !important }
.unknown { color:#b0b7c1 !important; background:#1d2126 !important }
.finding { color:#eceef1 !important }
.button { background:#3565e0 !important; color:#ffffff !important }
}
@media (max-width: 480px) { .page { padding:12px !important } .card { padding:16px !important } }`

function htmlOf(story: AlertStory): string {
  const { alert, links } = story
  const [ink, ground] = tones[alert.state]
  const remark = remarkOn(story)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(alert.name)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:24px;background:#f7f8fa;color:#14171c;font-family:${FONT};font-size:14px;line-height:22px">
<div style="max-width:600px;margin:0 auto">
<div class="card" style="padding:24px;border:1px solid #e7eaee;border-radius:10px;background:#ffffff">
<span class="${alert.state}" style="display:inline-block;padding:2px 8px;border-radius:4px;font-size:11px;line-height:18px;font-weight:600;color:${ink};background:${ground}">${alert.state.toUpperCase()}</span>
<h1 style="margin:8px 0 16px;font-size:18px;line-height:26px;font-weight:600;overflow-wrap:anywhere"><a class="link" href="${escapeHtml(links.alert)}" style="color:#2b59d1;text-decoration:none">${escapeHtml(alert.name)}</a> ${headlines[alert.state]}</h1>
<p class="${alert.state} finding" style="margin:0 0 16px;padding:10px 14px;border-radius:8px;color:#14171c;background:${ground};overflow-wrap:anywhere">${findingHtml(story)}</p>
${remark === null ? '' : `<p class="quiet" style="margin:0 0 16px;color:#646d79">${escapeHtml(remark)}</p>`}
${descriptionHtml(story)}
${factsHtml(story)}
${tableHtml(story)}
<p style="margin:20px 0 0"><a class="button" href="${escapeHtml(links.query)}" style="display:inline-block;padding:8px 16px;border-radius:8px;background:#2b59d1;color:#ffffff;font-weight:500;text-decoration:none">Open query</a></p>
</div>
<p class="quiet" style="margin:12px 4px;color:#646d79;font-size:12px;line-height:18px">${reason}</p>
</div>
</body>
</html>
`
}

function findingHtml({ alert, event }: AlertStory): string {
  const finding = findingOf(alert.options, event.value, alert.state)
  if (finding === null) return 'There is no value to compare.'
  const { lead, value, relation, reference } = finding
  return `${lead} <strong>${escapeHtml(value)}</strong>${escapeHtml(relation)} <strong>${escapeHtml(reference)}</strong>.`
}

/** A text without markup keeps its lines. */
function descriptionHtml({ body }: AlertStory): string {
  if (body === null) return ''
  const lines = hasMarkup(body) ? '' : ';white-space:pre-wrap'
  return `<div style="margin:0 0 16px;overflow-wrap:anywhere${lines}">${safeMarkup(body)}</div>`
}

function factsHtml(story: AlertStory): string {
  const rows = factsOf(story).map(
    ([name, text]) => `<tr>
<td class="quiet" style="padding:2px 16px 2px 0;vertical-align:top;color:#646d79;font-size:12px">${name}</td>
<td style="padding:2px 0;overflow-wrap:anywhere">${escapeHtml(text)}</td></tr>`,
  )
  return `<table role="presentation" style="border-collapse:collapse;font-size:13px;line-height:20px">${rows.join('\n')}</table>`
}

function tableHtml(story: AlertStory): string {
  const { names, cells, more } = shownTable(story)
  if (cells.length === 0) return ''
  const style = 'padding:6px 12px 6px 0;border-bottom:1px solid #e7eaee;text-align:left;vertical-align:top'
  const cellsOf = (row: readonly string[], tag: 'td' | 'th') =>
    row
      .map(
        (text) =>
          `<${tag} class="line${tag === 'th' ? ' quiet' : ''}" style="${style}${tag === 'th' ? ';color:#646d79;font-weight:500' : ''}">${escapeHtml(text)}</${tag}>`,
      )
      .join('')
  return `<div style="margin:16px 0 0;overflow-x:auto"><table style="width:100%;border-collapse:collapse;font-size:13px;line-height:18px">
<tr>${cellsOf(names, 'th')}</tr>
${cells.map((row) => `<tr>${cellsOf(row, 'td')}</tr>`).join('\n')}
</table></div>
${more === '' ? '' : `<p class="quiet" style="margin:8px 0 0;color:#646d79;font-size:12px">${more}</p>`}`
}
