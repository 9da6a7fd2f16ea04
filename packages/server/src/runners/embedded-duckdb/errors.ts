import { homedir } from 'node:os'
import { basename } from 'node:path'
import { z } from 'zod'
import { QueryError } from '../runner.ts'

/** An error in the format of `errors_as_json`. `position` is a 0-based byte offset in the query text. */
const Report = z.object({
  exception_type: z.string(),
  exception_message: z.string(),
  position: z.coerce.number().int().nonnegative().optional(),
})

/** Advice for operators and stack traces, which analysts cannot act on. */
const FOR_OPERATORS =
  /\n*(Possible (?:fixes|solutions?):|Stack Trace:|This error signals an assertion failure|Please try installing and loading)[\s\S]*$/

const LONGEST_LINE = 100

/**
 * Converts an error of the engine, and adds the line with a caret under the position if that is known.
 * @param options.text the query text
 * @param options.skip bytes that were run in front of `text`
 * @param options.hide paths of which only the last part is shown
 */
export function engineError(
  error: unknown,
  { text = '', skip = 0, hide = [] }: { text?: string; skip?: number; hide?: readonly string[] } = {},
): QueryError {
  const said = error instanceof Error ? error.message : String(error)
  const report = reportIn(said)
  if (!report) {
    const words = said.replace(/^Failed to extract statements: /, '')
    return new QueryError(
      shortened(/^Failed to |^Error in native/.test(words) ? 'The statement could not be run.' : words, hide),
      {
        cause: error,
      },
    )
  }
  const words = shortened(`${report.exception_type} Error: ${report.exception_message}`, hide)
  const position = (report.position ?? -1) - skip
  if (position < 0) return new QueryError(words, { cause: error })
  const at = Buffer.from(text).subarray(0, position).toString().length
  return new QueryError([words, lineWithCaret(text, at)].filter(Boolean).join('\n\n'), { cause: error, position: at + 1 })
}

function reportIn(said: string) {
  const start = said.indexOf('{"exception_type"')
  if (start < 0) return null
  try {
    return Report.safeParse(JSON.parse(said.slice(start))).data ?? null
  } catch {
    return null
  }
}

function shortened(words: string, hide: readonly string[]): string {
  let shown = words.replace(FOR_OPERATORS, '').trimEnd()
  if (homedir().length > 1) shown = shown.replaceAll(homedir(), '~')
  for (const path of hide) if (path !== '') shown = shown.replaceAll(path, basename(path))
  return shown
}

/** The line of a position with a caret under it, cut if the line is long; '' for an empty line. */
function lineWithCaret(text: string, at: number): string {
  const before = text.slice(0, at)
  // A comment at the start of the first line is our own annotation of who runs the query.
  const annotation = /^\/\*[^\n]*?\*\/ ?/.exec(text)?.[0].length ?? 0
  const lineStart = before.lastIndexOf('\n') + 1
  const shownFrom = lineStart === 0 && at >= annotation ? annotation : lineStart
  const line = /^[^\n]*/.exec(text.slice(shownFrom))?.[0] ?? ''
  if (line.trim() === '') return ''
  const number = before.split('\n').length
  const column = at - shownFrom
  const from = line.length > LONGEST_LINE ? Math.max(0, column - LONGEST_LINE / 2) : 0
  const part = line.slice(from, from + LONGEST_LINE)
  const head = `LINE ${number}: ${from > 0 ? '...' : ''}`
  const tail = from + part.length < line.length ? '...' : ''
  return `${head}${part}${tail}\n${' '.repeat(head.length + column - from)}^`
}
