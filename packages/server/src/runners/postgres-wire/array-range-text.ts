/** How the text of an element is written in JSON. */
export type ElementKind = 'number' | 'boolean' | 'json' | 'text'

const QUOTED = /["\\]/
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/**
 * Converts an array in PostgreSQL's text format (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO), such as
 * `{{1,NULL},{3,"4"}}`, to JSON. Leading bounds (`[0:1]={…}`) are dropped. Elements that are not JSON numbers, such as `NaN`,
 * become strings.
 */
export function arrayToJson(text: string, elements: ElementKind): string {
  let json = ''
  let at = text.startsWith('[') ? text.indexOf('=') + 1 : 0
  while (at < text.length) {
    const char = text.charAt(at)
    if (char === '{' || char === '}' || char === ',') {
      json += char === '{' ? '[' : char === '}' ? ']' : ','
      at++
    } else if (char === '"') {
      let value = ''
      at++
      while (at < text.length && text.charAt(at) !== '"') {
        if (text.charAt(at) === '\\') at++
        const next = text.slice(at + 1).search(QUOTED)
        const end = next < 0 ? text.length : at + 1 + next
        value += text.slice(at, end)
        at = end
      }
      at++
      json += elementJson(value, elements)
    } else {
      const start = at
      while (at < text.length && text.charAt(at) !== ',' && text.charAt(at) !== '}') at++
      const value = text.slice(start, at)
      json += value === 'NULL' ? 'null' : elementJson(value, elements)
    }
  }
  return json
}

function elementJson(value: string, elements: ElementKind): string {
  if (elements === 'json') return value
  if (elements === 'boolean') return value === 't' ? 'true' : 'false'
  return elements === 'number' && NUMBER.test(value) ? value : JSON.stringify(value)
}

/** Bounds of built-in range types contain no comma; bounds with a blank are quoted. */
const RANGE = /^([[(])(?:"([^"]*)"|([^",]*)),(?:"([^"]*)"|([^",]*))([\])])$/

/**
 * Converts a range in PostgreSQL's text format (https://www.postgresql.org/docs/current/rangetypes.html#RANGETYPES-IO) to the
 * format of the Redash API: a comma and a space between the bounds, no quotes, and an empty string for the empty range.
 */
export function rangeToText(text: string): string {
  if (text === 'empty') return ''
  const [, opening, quotedLower, lower, quotedUpper, upper, closing] = RANGE.exec(text) ?? []
  return opening ? `${opening}${quotedLower ?? lower}, ${quotedUpper ?? upper}${closing}` : text
}
