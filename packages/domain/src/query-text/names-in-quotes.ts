import { isOpenedBy, type LexicalRules, type Literal } from './lexical-rules.ts'

/** Quotes around names that need no prefix. */
interface NameQuotes {
  opening: string
  literal: Literal
}

/** A part of a name, between dots. */
interface NamePart {
  /** Without quotes. */
  name: string
  /** Its own quotes, or else the usual ones of the language. */
  quotes: NameQuotes
}

/**
 * The name of a table or a column as SQL: each part between dots is quoted. A part that has quotes of the language keeps them.
 * @param name such as `public.orders` or `sales."My orders"`
 * @returns null if the language has no quotes that can hold it
 */
export function nameInQuotes(name: string, lexis: LexicalRules): string | null {
  const parts = partsOf(name, lexis)
  const written = parts.map((part, at) => {
    // SQL Server has names such as `shop..orders`, with the default schema between the dots.
    const isLeftOut = part.name === '' && at > 0 && at < parts.length - 1
    return isLeftOut ? '' : quotedPart(part)
  })
  return written.length > 0 && written.every((part) => part !== null) ? written.join('.') : null
}

/** The name without quotes, for a place that has them already. */
export const nameWithoutQuotes = (name: string, lexis: LexicalRules): string =>
  partsOf(name, lexis)
    .map((part) => part.name)
    .join('.')

/** Whether a name has no dots outside of quotes. */
export const isSinglePart = (name: string, lexis: LexicalRules): boolean => partsOf(name, lexis).length === 1

function quotedPart({ name, quotes: { opening, literal } }: NamePart): string | null {
  const written = literal.write(name)
  return written === null ? null : `${opening}${written}${literal.closes}`
}

/** The quotes of names in a language; the first are the usual ones. */
const nameQuotes = ({ literals }: LexicalRules): NameQuotes[] =>
  literals.flatMap((literal) => {
    const opening = ['"', '`', '['].find((sign) => literal.holds === 'name' && isOpenedBy(literal, sign))
    return opening === undefined ? [] : [{ opening, literal }]
  })

/** The parts of a name. If the quotes around a part do not end at a dot or at the end, they and all that follows are one part. */
function partsOf(name: string, lexis: LexicalRules): NamePart[] {
  const known = nameQuotes(lexis)
  const [usual] = known
  if (usual === undefined) return []
  const parts: NamePart[] = []
  for (let at = 0; at <= name.length; ) {
    const quotes = known.find(({ opening }) => name.startsWith(opening, at))
    const quoted = quotes && quotedPartAt(name, at, quotes)
    const dot = quotes ? -1 : name.indexOf('.', at)
    const end = quoted?.end ?? (dot === -1 ? name.length : dot)
    parts.push(quoted?.part ?? { name: name.slice(at, end), quotes: usual })
    at = end + 1
  }
  return parts
}

/** The part in quotes at an offset, and the offset after it; null if they do not end at a dot or at the end of the name. */
function quotedPartAt(text: string, start: number, quotes: NameQuotes): { part: NamePart; end: number } | null {
  const { closes, isDoubled = false, hasBackslashes = false } = quotes.literal
  let name = ''
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charAt(at)
    const next = text.charAt(at + 1)
    const isEscape = (hasBackslashes && sign === '\\') || (isDoubled && sign === closes && next === closes)
    if (!isEscape && sign === closes) return next === '' || next === '.' ? { part: { name, quotes }, end: at + 1 } : null
    name += isEscape ? next : sign
    if (isEscape) at++
  }
  return null
}
