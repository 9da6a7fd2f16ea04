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
const OPERATOR_ADVICE =
  /\n*(Possible (?:fixes|solutions?):|Stack Trace:|This error signals an assertion failure|Please try installing and loading)[\s\S]*$/

const MAX_LINE = 100

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
  const rawMessage = error instanceof Error ? error.message : String(error)
  const report = parseReport(rawMessage)
  if (!report) {
    const message = rawMessage.replace(/^Failed to extract statements: /, '')
    return new QueryError(
      redact(/^Failed to |^Error in native/.test(message) ? 'The statement could not be run.' : message, hide),
      {
        cause: error,
      },
    )
  }
  const message = redact(`${report.exception_type} Error: ${report.exception_message}`, hide)
  const position = (report.position ?? -1) - skip
  if (position < 0) return new QueryError(message, { cause: error })
  const at = Buffer.from(text).subarray(0, position).toString().length
  return new QueryError([message, lineWithCaret(text, at)].filter(Boolean).join('\n\n'), { cause: error, position: at + 1 })
}

function parseReport(rawMessage: string) {
  const start = rawMessage.indexOf('{"exception_type"')
  if (start < 0) return null
  try {
    return Report.safeParse(JSON.parse(rawMessage.slice(start))).data ?? null
  } catch {
    return null
  }
}

function redact(message: string, hide: readonly string[]): string {
  let shown = message.replace(OPERATOR_ADVICE, '').trimEnd()
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
  const from = line.length > MAX_LINE ? Math.max(0, column - MAX_LINE / 2) : 0
  const part = line.slice(from, from + MAX_LINE)
  const head = `LINE ${number}: ${from > 0 ? '...' : ''}`
  const tail = from + part.length < line.length ? '...' : ''
  return `${head}${part}${tail}\n${' '.repeat(head.length + column - from)}^`
}
