import { parse, YAMLParseError } from 'yaml'
import { QueryError } from '../runner.ts'
import { isPlainObject } from '../values/cells.ts'

/** What may grow out of references within a YAML text. */
const MAX_ALIASES = 100

/**
 * A query that is written in YAML, as an object.
 * @throws QueryError when the text is empty, no YAML, or no object; `expected` says what it should be
 */
export function parseYamlQuery(text: string, expected: string): Record<string, unknown> {
  if (text.trim() === '') throw new QueryError('Query is empty.')
  const value = parsed(text)
  if (!isPlainObject(value)) throw new QueryError(expected)
  return value
}

function parsed(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: MAX_ALIASES })
  } catch (error) {
    if (!(error instanceof YAMLParseError))
      throw new QueryError(`The query is not valid YAML: ${String(error)}`, { cause: error })
    const [first = ''] = error.message.split('\n')
    throw new QueryError(`The query is not valid YAML: ${first.replace(/:$/, '')}`, {
      cause: error,
      position: error.pos[0] + 1,
    })
  }
}
