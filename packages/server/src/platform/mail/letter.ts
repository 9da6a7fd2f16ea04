import { escapeHtml } from '@sightline/domain/alerts/templates.ts'
import { paddingAfter } from '../language/sides.ts'
import type { Mail } from './mailer.ts'
import { mailCard, mailPage } from './page.ts'

/** The content of an email, independent of its layout. All strings are plain text. */
export interface Letter {
  subject: string
  entries: LetterEntry[]
  /** Why the recipient gets this email. */
  reason: string
}

export interface LetterEntry {
  heading: string
  /** Link target of the heading; null for none. */
  link: string | null
  /** Name and text of each fact. */
  facts: [name: string, text: string][]
  /** A highlighted remark; null for none. */
  note: string | null
}

const QUIET = 'color:#646d79;font-size:12px;line-height:18px'

/** Renders the content as plain text and as HTML. */
export function layOut({ subject, entries, reason }: Letter): Omit<Mail, 'to'> {
  return {
    subject,
    text: [subject, ...entries.map(textOf), reason].join('\n\n'),
    html: mailPage(
      subject,
      [title(subject), ...entries.map((entry) => mailCard(htmlOf(entry)))].join('\n'),
      escapeHtml(reason),
    ),
  }
}

function textOf({ heading, link, facts, note }: LetterEntry): string {
  const lines = facts.map(([name, text]) => `${name}: ${text}`)
  return [heading, ...(link === null ? [] : [link]), ...lines, ...(note === null ? [] : [note])].join('\n')
}

const title = (subject: string): string =>
  `<h1 style="margin:0 0 16px;font-size:18px;line-height:26px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(subject)}</h1>`

/** Error messages of databases can mark positions by aligning a second line, which needs a monospaced font. */
const fontOf = (text: string) =>
  text.includes('\n') ? ';font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12px' : ''

/** A table of facts: the name and the text of each. */
export function factsHtml(facts: LetterEntry['facts']): string {
  const rows = facts.map(
    ([name, text]) => `<tr>
<td class="quiet" style="padding:${paddingAfter('2px', '16px')};vertical-align:top;white-space:nowrap;${QUIET}">${escapeHtml(name)}</td>
<td style="padding:2px 0;white-space:pre-wrap;overflow-wrap:anywhere${fontOf(text)}">${escapeHtml(text)}</td>
</tr>`,
  )
  return `<table role="presentation" style="margin:8px 0 0;border-collapse:collapse;color:inherit;font-size:13px;line-height:20px">${rows.join('\n')}</table>`
}

function htmlOf({ heading, link, facts, note }: LetterEntry): string {
  const words = escapeHtml(heading)
  const linked = link === null ? words : `<a href="${escapeHtml(link)}" class="link" style="color:#2b59d1">${words}</a>`
  return [
    `<h2 style="margin:0;font-size:14px;line-height:22px;font-weight:600;overflow-wrap:anywhere">${linked}</h2>`,
    facts.length === 0 ? '' : factsHtml(facts),
    note === null
      ? ''
      : `<p class="note" style="margin:12px 0 0;padding:8px 12px;border-radius:6px;background:#fff6e5">${escapeHtml(note)}</p>`,
  ]
    .filter((piece) => piece !== '')
    .join('\n')
}
