import { escapeHtml } from './templates.ts'

/** Tags that descriptions may use; all others are shown as text. */
const tags = new Set(
  'a b blockquote br code div em h1 h2 h3 h4 hr i li ol p pre s span strong table tbody td th thead tr u ul'.split(' '),
)
const alone = new Set(['br', 'hr'])
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*)?)\/?>/g
const ADDRESS = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i
const LINK = /^(https?:|mailto:)/i

/** Whether a description has any markup, and is not just a text. */
export const hasMarkup = (html: string): boolean =>
  [...html.matchAll(TAG)].some(([, , name = '']) => tags.has(name.toLowerCase()))

/**
 * Sanitizes a description: allowed tags are rewritten without their attributes (links keep a safe `href`), everything else is
 * escaped, and open tags are closed.
 */
export function safeMarkup(html: string): string {
  const open: string[] = []
  // Counts open tags by name, so that a text of many closing tags does not search the whole stack for each of them.
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

/** A description as plain text: allowed tags are removed, line breaks are kept. */
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

/** Decodes the HTML entities of a text without tags. */
export function plainText(html: string): string {
  return html.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
