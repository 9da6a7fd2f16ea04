import { unescaped } from '../escapes.ts'

/** A type as its name says it: `Map(String, Array(Int8))` has the name `Map` and two arguments. */
export interface TypeName {
  name: string
  /** Texts between the commas; none if there are no brackets. */
  parts: string[]
}

const OPENING = '(['
const CLOSING = ')]'

/** Splits the name of a type as the server writes it. Quotes within are kept. */
export function typeName(type: string): TypeName {
  const [, name = type, inner = ''] = /^(\w+)\((.*)\)$/s.exec(type) ?? []
  return { name, parts: inner.trim() === '' ? [] : split(inner) }
}

function split(inner: string): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  for (let at = 0; at < inner.length; at++) {
    const sign = inner[at] ?? ''
    if (`'"\``.includes(sign)) at = endOfQuotes(inner, at)
    else if (OPENING.includes(sign)) depth++
    else if (CLOSING.includes(sign)) depth--
    else if (sign === ',' && depth === 0) {
      parts.push(inner.slice(start, at).trim())
      start = at + 1
    }
  }
  return [...parts, inner.slice(start).trim()]
}

/** Index of the quote that closes the one at an index. */
function endOfQuotes(text: string, start: number): number {
  const quote = text[start]
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at
  }
  return text.length
}

/** The type of an element of a tuple, which may have a name: `a Int8`, `` `a b` Int8 `` or `Int8`. */
export const elementType = (part: string): string => /^(?:`(?:[^`\\]|\\.)*`|\w+)\s+(.+)$/s.exec(part)?.[1] ?? part

/** The text in quotes, `'UTC'`. */
export const quotedText = (part: string): string => unescaped(part.slice(1, -1))

/** The names of an `Enum` by their numbers, from parts such as `'a' = 1`. */
export function enumNames(parts: readonly string[]): Map<number, string> {
  return new Map(
    parts.map((part) => {
      const at = part.lastIndexOf('=')
      return [Number(part.slice(at + 1)), quotedText(part.slice(0, at).trim())]
    }),
  )
}
