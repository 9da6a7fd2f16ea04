import { positionAt } from '../http/error-message.ts'
import { QueryError } from '../runner.ts'
import type { HiveProduct } from './products.ts'

/** Words that servers put in front of their messages, in any order and number. */
const FRAMING = [
  /Failed to open new session: /,
  /Error while (?:compiling|processing) statement: /,
  /Error running query: /,
  /FAILED: /,
  // The reason why a task of a job has failed stands behind its numbers, host and executor.
  /Job aborted due to stage failure: (?:Task .*?, most recent failure: Lost task .*? \(TID \d+[^)]*\)(?: \([^)]*\))?: )?/,
  // Spark writes the class of an error again behind that of Java's exception.
  /\[[A-Z_][\w.]*\] (?=(?:[a-z]\w*\.)+[A-Z][\w$]*: )/,
  // Hive's own classes of an error and of the task that has failed.
  /HiveAccessControlException /,
  /Execution Error, return code -?\d+ from [\w.$]+\. /,
  // The name of a class of Java, in front of the message of an exception.
  /(?:[a-z]\w*\.)+[A-Z][\w$]*: /,
  /\s+/,
]
const FRAMED = new RegExp(`^(?:${FRAMING.map(({ source }) => source).join('|')})+`)
/** Lines of a stack trace. */
const FRAME = /^\s*(?:at [^\s()]+\(|\.\.\. \d+ more)/
/** Spark adds more behind a message: the plan of the query, its text, the stack of the driver, and the causes. */
const APPENDIX = /;\n'?[A-Z]\w*|\n+(?:== SQL\b|Driver stacktrace:|Caused by: )/
/** Messages of Spark with a class of error. */
const CLASSIFIED = /^\[[A-Z][\w.]*\] /
const ADVICE = / (?:Verify the spelling and correctness of|If necessary set) .*/

/**
 * `Line 1:7 Invalid …` and `ParseException line 2:0 cannot …` of Hive, `…; line 2 pos 2` and `….(line 1, pos 21)` of Spark: the line
 * counted from 1, the character in it from 0.
 */
const PLACE = /\bline (\d+)(?::|,? pos )(\d+)/i
const PLACE_AT_END = /(?:; ?|\s*\()line \d+,? pos \d+\)?;?\s*$/
/** The place at which Spark has evaluated a part of a query: both are counted from 1. */
const PLACE_OF_PART = /== SQL ?\(line (\d+), position (\d+)\) ==/

/** The message of the server without what is the same in all of them, and without stack traces, plans and texts of queries. */
export function withoutFraming(message: string): string {
  const lines = message.split('\n').filter((line) => !FRAME.test(line))
  const framed = lines.join('\n').trim()
  const text = framed.replace(FRAMED, '').split(APPENDIX)[0]?.trim() ?? ''
  if (!CLASSIFIED.test(text)) return text
  const [first = '', ...others] = text.replace(PLACE_AT_END, '').split('\n')
  // Further lines give advice, unless the first one announces them.
  const sentence = first.endsWith(':') ? [first, ...others].join(' ') : first.replace(ADVICE, '').trimEnd()
  return `${sentence}${placeOf(text, framed)}`
}

/** The place that a message of Spark names, in one form; '' if it names none. */
function placeOf(text: string, framed: string): string {
  const [, line, character] = PLACE.exec(text) ?? []
  if (line !== undefined) return ` (line ${line}, pos ${character})`
  const [, lineOfPart, position] = PLACE_OF_PART.exec(framed) ?? []
  return lineOfPart === undefined ? '' : ` (line ${lineOfPart}, pos ${Number(position) - 1})`
}

/**
 * The error with the position that its message names.
 * @param statement what was sent, a part of the query text
 */
export function located(
  error: QueryError,
  { statement, queryText, product }: { statement: string; queryText: string; product: HiveProduct },
): QueryError {
  const [, line, character] = PLACE.exec(error.message) ?? []
  if (line === undefined) return error
  const start = Math.max(0, queryText.indexOf(statement))
  const before = product.countsCodePoints ? widthOf(statement, Number(line), Number(character)) : Number(character)
  return new QueryError(error.message, {
    cause: error,
    position: start + positionAt(statement, line, before + 1),
  })
}

/** The length of the first code points of a line, in units of UTF-16. */
const widthOf = (text: string, line: number, codePoints: number): number =>
  [...(text.split('\n')[line - 1] ?? '')].slice(0, codePoints).join('').length
