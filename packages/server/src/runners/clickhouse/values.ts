const escapes: Record<string, string> = { b: '\b', f: '\f', r: '\r', n: '\n', t: '\t', '0': '\0', a: '\x07', v: '\v' }

/** A field of tab-separated values, or what stands between quotes, as the text that was meant. */
export function unescaped(field: string): string {
  if (!field.includes('\\')) return field
  return field.replace(/\\(x[0-9a-fA-F]{2}|[\s\S])/g, (_, code: string) =>
    code.length > 1 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (escapes[code] ?? code),
  )
}

const TOKEN = /\s*(?:'((?:[^'\\]|\\[\s\S]|'')*)'|([[\](){},:])|([^[\](){},:'\s]+))/y

/** Lists `[1,'a']`, tuples `(1,'a')` and maps `{'a':1}` as ClickHouse writes them, as JSON. Numbers keep their digits. */
export function jsonOf(literal: string): string {
  TOKEN.lastIndex = 0
  const parts: string[] = []
  while (TOKEN.lastIndex < literal.length) {
    const match = TOKEN.exec(literal)
    if (!match) return JSON.stringify(literal)
    const [, quoted, sign, bare] = match
    if (quoted !== undefined) parts.push(JSON.stringify(unescaped(quoted.replaceAll("''", "'"))))
    else if (sign === ':') parts.push(keyOf(parts.pop() ?? ''), sign)
    else if (sign !== undefined) parts.push(sign === '(' ? '[' : sign === ')' ? ']' : sign)
    else parts.push(bareValue(bare ?? ''))
  }
  return parts.join('')
}

/** Keys of maps may be numbers, those of JSON may not. */
const keyOf = (written: string): string => (written.startsWith('"') ? written : JSON.stringify(written))

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

function bareValue(bare: string): string {
  if (bare === 'NULL') return 'null'
  return bare === 'true' || bare === 'false' || NUMBER.test(bare) ? bare : JSON.stringify(bare)
}
