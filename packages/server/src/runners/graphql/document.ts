import { QueryError } from '../runner.ts'

/** A lexical token of GraphQL, or ignored text between tokens (https://spec.graphql.org/October2021/#sec-Language). */
const TOKEN =
  /(?<ignored>[\s,\uFEFF]+|#[^\n\r]*)|(?<text>"""(?:\\"""|(?!""")[\s\S])*"""|"(?!"")(?:[^"\\\n\r]|\\.)*")|(?<name>[_A-Za-z][_0-9A-Za-z]*)|(?<open>[{([])|(?<close>[})\]])|\.\.\.|[!$&:=@|]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Keywords of definitions that change nothing. An operation without a keyword is a query. */
const READING = new Set(['query', 'fragment'])

/**
 * Makes sure that a document contains nothing but queries and their fragments.
 * @throws QueryError for other operations, and for invalid GraphQL, which a server might parse differently
 */
export function mustOnlyRead(document: string): void {
  let depth = 0
  /** Whether the next token begins a definition: at the start, and after the braces of the previous one. */
  let begins = true
  for (const { kind, text } of tokensOf(document)) {
    // A string before a definition is its description.
    if (depth === 0 && begins && kind !== 'text') {
      if (kind === 'name' && !READING.has(text))
        throw new QueryError('Only queries are run: a data source is not changed by them.')
      if (kind !== 'name' && text !== '{') throw notGraphql()
      begins = false
    }
    if (kind === 'open') depth++
    if (kind === 'close') {
      depth--
      if (depth < 0) throw notGraphql()
      begins = depth === 0 && text === '}'
    }
  }
  if (depth > 0 || !begins) throw notGraphql()
}

const notGraphql = () => new QueryError('The query cannot be read as GraphQL.')

interface Token {
  kind: 'text' | 'name' | 'open' | 'close' | 'other'
  text: string
}

function* tokensOf(document: string): Generator<Token> {
  for (let place = 0; place < document.length; ) {
    TOKEN.lastIndex = place
    const match = TOKEN.exec(document)
    if (!match) throw notGraphql()
    const [text] = match
    place += text.length
    const { ignored, ...kinds } = match.groups ?? {}
    if (ignored !== undefined) continue
    const kind = (['text', 'name', 'open', 'close'] as const).find((one) => kinds[one] !== undefined) ?? 'other'
    yield { kind, text }
  }
}
