import { unescaped } from './escapes.ts'
import { elementType, typeName } from './native/type-names.ts'

const TOKEN = /\s*(?:'((?:[^'\\]|\\[\s\S]|'')*)'|([[\](){},:])|([^[\](){},:'\s]+))/y

/**
 * Converts lists `[1,'a']`, tuples `(1,'a')` and maps `{'a':1}` to JSON. Numbers keep their digits.
 * @param type the type of the value, which says which of its texts are documents of JSON
 */
export function jsonOf(literal: string, type = ''): string {
  const types = type.includes('JSON') ? new TypeWalk(type) : null
  TOKEN.lastIndex = 0
  const parts: string[] = []
  while (TOKEN.lastIndex < literal.length) {
    const match = TOKEN.exec(literal)
    if (!match) return JSON.stringify(literal)
    const [, quoted, sign, bare] = match
    if (quoted !== undefined) {
      const text = quoted.replaceAll("''", "'")
      parts.push(types?.isDocument ? documentOf(text) : JSON.stringify(unescaped(text)))
    } else if (sign === ':') parts.push(keyOf(parts.pop() ?? ''), sign)
    else if (sign !== undefined) parts.push(sign === '(' ? '[' : sign === ')' ? ']' : sign)
    else parts.push(bareValue(bare ?? ''))
    if (sign !== undefined) types?.pass(sign)
  }
  return parts.join('')
}

/** A document as the server writes it, in which a slash is written as a slash. */
export const documentOf = (field: string): string =>
  unescaped(field).replace(/\\(.)/gs, (pair, sign) => (sign === '/' ? sign : pair))

/** The type at the place of a literal that has been reached. */
class TypeWalk {
  /** The types of the parts of what is open, and which of them comes next. */
  readonly #open: { types: readonly string[]; at: number }[] = []
  #type: string

  constructor(type: string) {
    this.#type = type
  }

  get isDocument(): boolean {
    return typeName(this.#type).name === 'JSON'
  }

  /** Goes on behind a sign of the literal. */
  pass(sign: string): void {
    if ('[({'.includes(sign)) this.#open.push({ types: partsOf(this.#type), at: 0 })
    else if ('])}'.includes(sign)) this.#open.pop()
    else {
      const inner = this.#open.at(-1)
      if (inner) inner.at++
    }
    const { types, at } = this.#open.at(-1) ?? { types: [''], at: 0 }
    this.#type = withoutNull(types[at % types.length] ?? '')
  }
}

/** The types of the parts of a value in their order, which lists and maps repeat. */
function partsOf(type: string): readonly string[] {
  const { name, parts } = typeName(type)
  if (name === 'Nested') return [`Tuple(${parts.join(', ')})`]
  if (name === 'Tuple') return parts.map(elementType)
  return name === 'Array' || name === 'Map' ? parts : ['']
}

const withoutNull = (type: string): string => {
  const { name, parts } = typeName(type)
  return name === 'Nullable' ? (parts[0] ?? '') : type
}
/** Keys of maps may be numbers; JSON needs strings. */
const keyOf = (written: string): string => (written.startsWith('"') ? written : JSON.stringify(written))

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

function bareValue(bare: string): string {
  if (bare === 'NULL') return 'null'
  return bare === 'true' || bare === 'false' || NUMBER.test(bare) ? bare : JSON.stringify(bare)
}
