import { escapeHtml } from './templates.ts'

/** What people may use in descriptions; everything else is shown as the text that it is. */
const tags = new Set(
  'a b blockquote br code div em h1 h2 h3 h4 hr i li ol p pre s span strong table tbody td th thead tr u ul'.split(' '),
)
const alone = new Set(['br', 'hr'])
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*)?)\/?>/g
const ADDRESS = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i
const LINK = /^(https?:|mailto:)/i

/** Whether a description has any markup of its own, and is not just a text. */
export const hasMarkup = (html: string): boolean =>
  [...html.matchAll(TAG)].some(([, , name = '']) => tags.has(name.toLowerCase()))

/**
 * A description that is safe to show: each known tag is written anew, without what it carries but for the address of a link;
 * everything else is text. What was left open is closed.
 */
export function safeMarkup(html: string): string {
  const open: string[] = []
  // How many tags of a name are open: a text of many closings would search all that is open for each of them.
  const counts = new Map<string, number>()
  const count = (name: string, change: number) => counts.set(name, (counts.get(name) ?? 0) + change)
  let safe = ''
  let end = 0
  for (const { 0: whole, 1: slash, 2: written = '', 3: attributes = '', index } of html.matchAll(TAG)) {
    const name = written.toLowerCase()
    if (!tags.has(name)) continue
    safe += escapeHtml(plainText(html.slice(end, index)))
    end = index + whole.length
    if (alone.has(name)) safe += `<${name}>`
    else if (slash === '') {
      open.push(name)
      count(name, 1)
      safe += name === 'a' ? linkTag(attributes) : `<${name}>`
    } else if ((counts.get(name) ?? 0) > 0) {
      for (let last = open.pop(); last !== undefined; last = last === name ? undefined : open.pop()) {
        count(last, -1)
        safe += `</${last}>`
      }
    }
  }
  safe += escapeHtml(plainText(html.slice(end)))
  return (
    safe +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  )
}

function linkTag(attributes: string): string {
  const [, double, single, bare] = ADDRESS.exec(attributes) ?? []
  const address = plainText(double ?? single ?? bare ?? '').trim()
  return LINK.test(address) ? `<a href="${escapeHtml(address)}">` : '<a>'
}

/** A description as a text for those who see no markup: known tags are left out, lines are kept. */
export function textOfMarkup(html: string): string {
  const lines = html.replace(TAG, (whole, slash: string, written: string) => {
    const name = written.toLowerCase()
    if (!tags.has(name)) return whole
    if (name === 'br' || name === 'hr') return '\n'
    if (slash === '') return name === 'li' ? '- ' : ''
    return name === 'td' || name === 'th' ? '\t' : /^(p|div|li|tr|h\d|table|pre|blockquote)$/.test(name) ? '\n' : ''
  })
  return plainText(lines)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** The text that HTML without tags stands for. */
export function plainText(html: string): string {
  return html.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
