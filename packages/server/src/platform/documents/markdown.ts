import { filledMarks } from '@sightline/domain/dashboards/text-tags.ts'
import { type MarkedToken, marked, type Token, type Tokens } from 'marked'
import { fileLink } from './links.ts'

/** A piece of a line. */
export interface Span {
  text: string
  isBold: boolean
  isItalic: boolean
  isCode: boolean
  isStruck: boolean
  /** An allowed URL; null for none. */
  link: string | null
}

/** A block of a text, in the order in which it is read. */
export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  /** `marker` is a bullet or a number; `depth` counts the lists around it. */
  | { kind: 'item'; marker: string; depth: number; spans: Span[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; spans: Span[] }
  | { kind: 'table'; rows: Span[][][] }
  | { kind: 'rule' }

/** The style of a text without marks. */
export const PLAIN: Omit<Span, 'text'> = { isBold: false, isItalic: false, isCode: false, isStruck: false, link: null }

/**
 * Reads the Markdown of a textbox. HTML in it stays text, images become their titles, and links of other schemes lose their URL. What
 * would take too long to read is one paragraph as it is written.
 * @param values of the marks in it, which are written as they are (`withMarks`)
 */
export function blocksOf(markdown: string, values: readonly string[] = []): Block[] {
  const blocks: Block[] = isQuicklyRead(markdown)
    ? marked.lexer(markdown, { gfm: true, breaks: true }).flatMap((token) => blockOf(token, 0))
    : [{ kind: 'paragraph', spans: [{ ...PLAIN, text: markdown }] }]
  return values.length === 0 ? blocks : blocks.map((block) => filledBlock(block, values))
}

/** The squares of the numbers of signs in each part of a text, added up: some 50 ms. */
const MOST_WORK = 1_000_000
/** Quotes and lists in each other, which the reader of Markdown calls itself for. */
const DEEP = /^[ \t]*(?:(?:>|[*+-](?=[ \t])|\d+[.)](?=[ \t]))[ \t]*){40}/m

/** The reader of Markdown compares each sign that may begin something with all others of its part. */
function isQuicklyRead(markdown: string): boolean {
  if (DEEP.test(markdown)) return false
  let work = 0
  for (const part of markdown.split(/\n[ \t]*\n/)) work += (part.match(/[[\]*_`~<!\\]/g)?.length ?? 0) ** 2
  return work <= MOST_WORK
}

function filledBlock(block: Block, values: readonly string[]): Block {
  const text = (marked: string) => filledMarks(marked, values, (value) => value)
  const link = (marked: string | null) => marked && filledMarks(marked, values, encodeURIComponent)
  const spans = (some: readonly Span[]) => some.map((span) => ({ ...span, text: text(span.text), link: link(span.link) }))
  switch (block.kind) {
    case 'rule':
      return block
    case 'code':
      return { ...block, text: text(block.text) }
    case 'table':
      return { ...block, rows: block.rows.map((row) => row.map(spans)) }
    default:
      return { ...block, spans: spans(block.spans) }
  }
}

function blockOf(token: Token, depth: number): Block[] {
  const known = token as MarkedToken
  switch (known.type) {
    case 'heading':
      return [{ kind: 'heading', level: known.depth, spans: spansOf(known.tokens, PLAIN) }]
    case 'paragraph':
      return [{ kind: 'paragraph', spans: spansOf(known.tokens, PLAIN) }]
    case 'text':
      return [{ kind: 'paragraph', spans: spansOf(known.tokens ?? [known], PLAIN) }]
    case 'list':
      return listOf(known, depth)
    case 'code':
      return [{ kind: 'code', text: known.text }]
    case 'blockquote':
      return known.tokens.flatMap((inner) => blockOf(inner, depth)).map(quoted)
    case 'table':
      return [
        { kind: 'table', rows: [known.header, ...known.rows].map((row) => row.map((cell) => spansOf(cell.tokens, PLAIN))) },
      ]
    case 'hr':
      return [{ kind: 'rule' }]
    case 'html':
      return plainText(known.text) === '' ? [] : [{ kind: 'paragraph', spans: [{ ...PLAIN, text: plainText(known.text) }] }]
    default:
      return []
  }
}

const quoted = (block: Block): Block => (block.kind === 'paragraph' ? { kind: 'quote', spans: block.spans } : block)

function listOf({ items, ordered, start }: Tokens.List, depth: number): Block[] {
  return items.flatMap((item, index) => {
    const blocks = item.tokens.flatMap((token) => blockOf(token, depth + 1))
    const [first, ...rest] = blocks
    const marker = ordered ? `${Number(start) + index}.` : item.task ? (item.checked ? '☑' : '☐') : '•'
    if (first === undefined || first.kind !== 'paragraph') return blocks
    return [{ kind: 'item', marker, depth, spans: first.spans }, ...rest]
  })
}

function spansOf(tokens: readonly Token[], style: Omit<Span, 'text'>): Span[] {
  return tokens.flatMap((token): Span[] => {
    const known = token as MarkedToken
    switch (known.type) {
      case 'strong':
        return spansOf(known.tokens, { ...style, isBold: true })
      case 'em':
        return spansOf(known.tokens, { ...style, isItalic: true })
      case 'del':
        return spansOf(known.tokens, { ...style, isStruck: true })
      case 'codespan':
        return [{ ...style, text: known.text, isCode: true }]
      case 'br':
        return [{ ...style, text: '\n' }]
      case 'link':
        return spansOf(known.tokens, { ...style, link: fileLink(known.href) ?? style.link })
      case 'image':
        return [{ ...style, text: known.text || known.title || 'Image' }]
      case 'html':
        return [{ ...style, text: LINE_BREAK.test(known.text) ? '\n' : plainText(known.text) }]
      case 'text':
        return known.tokens ? spansOf(known.tokens, style) : [{ ...style, text: unescaped(known.text) }]
      case 'escape':
        return [{ ...style, text: unescaped(known.text) }]
      default:
        return []
    }
  })
}

/** HTML is shown as its text, as a page that drops the tags would. */
const plainText = (html: string) => unescaped(html.replace(/<[^>]*>/g, '')).trim()

const LINE_BREAK = /^<br\s*\/?>$/i

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }
const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole)
