import { engineError } from '../embedded-duckdb/errors.ts'
import { QueryError } from '../runner.ts'

/**
 * Tells what is wrong with a file in one sentence, from the pages that the engine has to say about it.
 * @param about.paths where it lies, which messages do not tell
 */
export function importError(error: unknown, { paths, fileName }: { paths: readonly string[]; fileName: string }): QueryError {
  const said = engineError(error, { hide: paths }).message
  const line = /CSV Error on Line: (\d+)/.exec(said)?.[1]
  const counts = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(said)
  if (line && counts) return sentence(`Line ${line} has ${counts[2]} values, and the lines before it have ${counts[1]}.`)
  if (line && /Value with unterminated quote/i.test(said)) return sentence(`Line ${line} opens a quote that is never closed.`)
  if (line && /maximum line size/i.test(said)) return sentence(`Line ${line} is longer than 32 MB.`)
  if (line) return sentence(`Line ${line} cannot be read as part of a table.`)
  if (/Error when sniffing file/.test(said)) return sentence(`"${fileName}" does not look like a table of values.`)
  const [first = ''] = said.split('\n')
  return sentence(first.replaceAll(/in file "[^"]*"/g, `in "${fileName}"`).replace(/^[A-Z][\w ]* Error: /, ''))

  function sentence(text: string): QueryError {
    return new QueryError(text, { cause: error })
  }
}
