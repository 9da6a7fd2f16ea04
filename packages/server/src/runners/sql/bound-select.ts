import { codeOf, isOneStatement } from '@sightline/domain/query-text/same-reading.ts'
import { TransientError } from '../http/retry.ts'
import { OutcomeUnknown, QueryError, StopUnconfirmed } from '../runner.ts'
import { type BoundText, boundText, type ParameterSyntax } from './bound-text.ts'

const SELECTS = /^[\s(]*(?:select|with)\b/i
/** Words of statements that begin like a `SELECT` but change something. */
const CHANGES = /\b(?:into|insert|update|upsert|delete|merge|create|drop)\b/i

/** Whether a text is one `SELECT` that changes nothing, so that it can be run again. @param language of the text (`textLanguage`) */
export function isPlainSelect(text: string, language: string): boolean {
  if (!isOneStatement(text, language)) return false
  const code = codeOf(text, language)
  return SELECTS.test(code) && !CHANGES.test(code)
}

/**
 * Takes the texts out of a query that is one `SELECT` and changes nothing, so that it can be run again as it is written.
 * @returns null for other texts, and where `boundText` returns null
 */
export function boundSelect(text: string, syntax: ParameterSyntax): BoundText | null {
  return isPlainSelect(text, syntax.language) ? boundText(text, syntax) : null
}

/**
 * Runs a query with its texts as parameters. If the source refuses that, or the query has an error, it runs as it is written: the
 * result, or the error with its position, is then the one of that text.
 * @param syntax how the source writes parameters; null if texts are not to be bound
 * @param signal of the run itself: what a cancel ends with an error must not be run again, even before the source has confirmed it
 * @param run starts the query; errors that it reports later are not caught
 */
export async function runBound<Result>(
  text: string,
  syntax: ParameterSyntax | null,
  signal: AbortSignal,
  run: (query: BoundText) => Promise<Result>,
): Promise<Result> {
  const asWritten = { text, values: [] }
  const bound = syntax && boundSelect(text, syntax)
  if (!bound) return run(asWritten)
  try {
    return await run(bound)
  } catch (error) {
    if (signal.aborted || !isOfQuery(error)) throw error
    return run(asWritten)
  }
}

/** Failures of the connection or of a busy server, which have nothing to do with the query. */
const UNRELATED = [OutcomeUnknown, StopUnconfirmed, TransientError]

const isOfQuery = (error: unknown): boolean => error instanceof QueryError && !UNRELATED.some((kind) => error instanceof kind)
