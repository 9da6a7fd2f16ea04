import { z } from 'zod'
import { linesOf } from '../http/response-body.ts'
import { ConnectionLost, QueryError } from '../runner.ts'
import { parseExactJson, parseJson } from '../values/cells.ts'
import type { Row } from '../values/rows.ts'

/** The part of an answer of `/query.json` before its rows. */
const Head = z.object({ queryId: z.string(), columns: z.array(z.string()), metadata: z.array(z.string()) })
/** How an answer without rows ends: the text is empty unless the server was asked for it. */
const Failure = z.object({
  queryId: z.string(),
  queryState: z.string(),
  errorMessage: z.string().default(''),
  stackTrace: z.array(z.string()).default([]),
})
const End = z.object({ queryState: z.string() })

export type DrillFailure = z.output<typeof Failure>
export type DrillHead = z.output<typeof Head>

/** A part of an answer whose rows are still arriving. */
export interface DrillRows {
  head: DrillHead
  /** Throws `ConnectionLost` if the answer ends too early. @returns the state of the query, such as `COMPLETED` */
  rows: AsyncGenerator<Row[], string, undefined>
}

/** The line after which each row has a line of its own. Drill sends rows as they are computed, since version 1.19. */
const ROWS_BEGIN = ',"rows":['
const ROWS_END = ']'

/**
 * Reads an answer up to its first row. It is one JSON document with line breaks at known places: names and types, rows, state.
 * @throws QueryError if it is not an answer of Drill
 */
export async function openAnswer(body: AsyncIterable<Buffer>): Promise<DrillRows | DrillFailure> {
  const reading = linesOf(body)
  const lines: string[] = []
  while (!lines.includes(ROWS_BEGIN)) {
    const { value, done } = await reading.next()
    if (done) break
    lines.push(...value)
  }
  const begin = lines.indexOf(ROWS_BEGIN)
  if (begin < 0) return parsed(Failure, lines.join('\n'))
  const head = parsed(Head, `${lines.slice(0, begin).join('\n')}}`)
  return { head, rows: rowsIn(lines.slice(begin + 1), reading, head) }
}

function parsed<Document>(schema: z.ZodType<Document>, text: string): Document {
  const { data, error } = schema.safeParse(parseJson(text))
  if (!data) throw new QueryError('The response is not a result document of Drill.', { cause: error })
  return data
}

async function* rowsIn(
  ahead: string[],
  reading: AsyncGenerator<string[], void, undefined>,
  { columns, metadata }: DrillHead,
): AsyncGenerator<Row[], string, undefined> {
  const parse = metadata.some((type) => HAS_FRACTIONS.test(type)) ? parseExactJson : parseJson
  const rowOf = (line: string): Row => {
    // An answer may have no length, so that a lost connection looks like its end.
    if (!line.endsWith('}')) throw new ConnectionLost()
    const row = parse(line.startsWith(',') ? line.slice(1) : line) as Record<string, unknown>
    return columns.map((name) => row[name])
  }
  const end: string[] = []
  const take = (lines: string[]): Row[] => {
    if (end.length > 0) end.push(...lines)
    else {
      const last = lines.indexOf(ROWS_END)
      if (last < 0) return lines.filter(Boolean).map(rowOf)
      end.push(...lines.slice(last))
      return lines.slice(0, last).map(rowOf)
    }
    return []
  }
  try {
    yield take(ahead)
    for await (const lines of reading) yield take(lines)
  } finally {
    await reading.return()
  }
  const state = end.slice(1).join('').replace(/^,/, '{')
  if (!state.endsWith('}')) throw new ConnectionLost()
  return parsed(End, state).queryState
}

/** Types whose values may have more digits than a double: decimals, and what may contain them. */
const HAS_FRACTIONS = /^(?:VARDECIMAL|MAP|DICT|LIST|UNION)\b/
