import type { Mail } from './mailer.ts'

/** What a mail says, before it is laid out. All texts are plain. */
export interface Letter {
  subject: string
  entries: LetterEntry[]
  /** Why somebody gets this mail. */
  reason: string
}

export interface LetterEntry {
  heading: string
  /** Where the heading leads; null for nowhere. */
  link: string | null
  /** Name and text of each fact. */
  facts: [name: string, text: string][]
  /** A remark worth standing out; null for none. */
  note: string | null
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const CARD = 'margin:0 0 16px;padding:16px 20px;border:1px solid #d8dde3;border-radius:8px;background:#ffffff'
const QUIET = 'color:#646d79;font-size:12px;line-height:18px'

/** Lays a letter out for readers of text and of HTML alike. Programs that show mail know few styles, so these are in line. */
export function layOut({ subject, entries, reason }: Letter): Omit<Mail, 'to'> {
  return {
    subject,
    text: [`${subject}.`, ...entries.map(textOf), reason].join('\n\n'),
    html: `<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;background:#f7f8fa;color:#14171c;${FONT};font-size:14px;line-height:22px">
<div style="max-width:640px;margin:0 auto">
<h1 style="margin:0 0 16px;font-size:18px;line-height:26px;font-weight:600">${escaped(subject)}</h1>
${entries.map(htmlOf).join('\n')}
<p style="margin:0;${QUIET}">${escaped(reason)}</p>
</div>
</body>
</html>
`,
  }
}

function textOf({ heading, link, facts, note }: LetterEntry): string {
  const lines = facts.map(([name, text]) => `${name}: ${text}`)
  return [heading, ...(link === null ? [] : [link]), ...lines, ...(note === null ? [] : [note])].join('\n')
}

function htmlOf({ heading, link, facts, note }: LetterEntry): string {
  const title = link === null ? escaped(heading) : `<a href="${escaped(link)}" style="color:#234bb4">${escaped(heading)}</a>`
  const rows = facts.map(
    ([name, text]) => `<tr>
<td style="padding:2px 16px 2px 0;vertical-align:top;white-space:nowrap;${QUIET}">${escaped(name)}</td>
<td style="padding:2px 0;white-space:pre-wrap;overflow-wrap:anywhere">${escaped(text)}</td>
</tr>`,
  )
  return `<div style="${CARD}">
<h2 style="margin:0 0 8px;font-size:14px;line-height:22px;font-weight:600">${title}</h2>
<table style="border-collapse:collapse;font-size:13px;line-height:20px">${rows.join('\n')}</table>
${note === null ? '' : `<p style="margin:12px 0 0;padding:8px 12px;border-radius:6px;background:#fff6e5">${escaped(note)}</p>`}
</div>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
