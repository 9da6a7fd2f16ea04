import { parse, YAMLParseError } from 'yaml'
import { QueryError } from '../runner.ts'
import { isPlainObject } from '../values/cells.ts'

/** Limit for the expansion of aliases in a YAML text. */
const MAX_ALIASES = 100

/**
 * Parses a query that is a YAML object.
 * @param expected error message for a text that is not an object
 * @throws QueryError if the text is empty, not YAML, or not an object
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
