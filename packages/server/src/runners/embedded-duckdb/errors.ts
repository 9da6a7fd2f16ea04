import { homedir } from 'node:os'
import { basename } from 'node:path'
import { z } from 'zod'
import { QueryError } from '../runner.ts'

/** An error as the engine writes it with `errors_as_json`; `position` is a 0-based byte of the text. */
const Report = z.object({
  exception_type: z.string(),
  exception_message: z.string(),
  position: z.coerce.number().int().nonnegative().optional(),
})

/** Advice to whoever runs the engine, and its own post-mortem: nothing an analyst could act on. */
const FOR_OPERATORS =
  /\n*(Possible (?:fixes|solutions?):|Stack Trace:|This error signals an assertion failure|Please try installing and loading)[\s\S]*$/

const LONGEST_LINE = 100

/**
 * The engine's own words about a failure, with the line and a caret below the place where it knows it.
 * @param options.text what was run
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

/** The line of a place, cut to its surroundings where it is long, and a caret under it; '' when it has no text. */
function lineWithCaret(text: string, at: number): string {
  const before = text.slice(0, at)
  // What stands in front of the first line as a comment was put there by us: it says who runs the query.
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
