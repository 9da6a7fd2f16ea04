import { linesOf } from '../http/response-body.ts'
import { ConnectionLost, NO_DATA, QueryError, type RunnerResult } from '../runner.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { EXCEPTION_MARKER, isException, serverError, surfaceServerError } from './errors.ts'
import { unescaped } from './escapes.ts'
import { type ColumnReader, columnReader, emptiedDates } from './types.ts'

/**
 * Reads `TabSeparatedWithNamesAndTypes`: a line of names, one of types, then the rows.
 * @param hasTotals whether the rows are followed by an empty line and a row of totals
 */
export async function readRows(body: AsyncIterable<Buffer>, hasTotals: boolean): Promise<RunnerResult> {
  const reading = linesOf(surfaceServerError(body))
  const [names, types, ahead] = await head(reading)
  const readers = types.map(columnReader)
  const columns = readers.map(({ column }, index) => ({ ...column, name: names[index] ?? '' }))
  const emptied = new Set<string>()
  const read = (line: string) => toRow(line, readers, (index) => emptied.add(names[index] ?? ''))
  const groups = rowGroups(ahead, reading, { width: types.length, hasTotals, read })
  return rowsResult(columns, groups, { log: () => emptiedDates(emptied) })
}

/** The marker of an error, and the line that may follow it. */
const MARKER_LINES = 2

type Lines = AsyncGenerator<string[], void, undefined>

async function head(reading: Lines): Promise<[names: string[], types: string[], ahead: string[]]> {
  const ahead: string[] = []
  while (ahead.length < 3) {
    const { value: lines, done } = await reading.next()
    if (done) break
    ahead.push(...lines)
  }
  const [names = '', types = '', ...rest] = ahead
  if (names === '' && types === '') throw new QueryError(NO_DATA)
  const failure = isException(names) ? serverError(ahead.join('\n')) : null
  if (failure) throw failure
  return [names.split('\t').map(unescaped), types.split('\t').map(unescaped), rest]
}

interface Reading {
  /** Number of columns. */
  width: number
  hasTotals: boolean
  read(line: string): Row
}

async function* rowGroups(
  ahead: string[],
  reading: Lines,
  { width, hasTotals, read }: Reading,
): AsyncGenerator<Row[], void, undefined> {
  // The last lines may be an error instead of rows, so some are held back until more lines follow.
  const KEPT = hasTotals ? 3 : 2
  let waiting = ahead
  for await (const lines of reading) {
    waiting = waiting.length === 0 ? lines : [...waiting, ...lines]
    const settled = settledOf(waiting, KEPT)
    if (settled <= 0) continue
    const ready = waiting.slice(0, settled)
    waiting = waiting.slice(settled)
    failIn(ready, width)
    yield ready.map(read)
  }
  // The line break at the end leaves an empty line.
  if (waiting.at(-1) === '') waiting.pop()
  failIn(waiting, 0)
  if (hasTotals && waiting.at(-2) === '') waiting.splice(-2, 1)
  yield waiting.map(read)
}

/** How many of these lines are certainly rows: all but the last ones and those around an exception marker, before which a line may be empty. */
function settledOf(lines: readonly string[], kept: number): number {
  const from = Math.max(0, lines.length - kept - MARKER_LINES)
  const mark = lines.slice(from).findIndex((line) => line.trim() === EXCEPTION_MARKER)
  return mark < 0 ? lines.length - kept : Math.min(from + mark - 1, lines.length - kept)
}

/** Throws an error that the server wrote instead of a row. A line with the right number of values counts as a row. */
function failIn(lines: readonly string[], width: number): void {
  const at = lines.findIndex((line) => isException(line) && line.split('\t').length !== width)
  const failure = at < 0 ? null : serverError(lines.slice(at).join('\n'))
  if (failure) throw failure
}

function toRow(line: string, readers: readonly ColumnReader[], onNoDay: (index: number) => void): Row {
  const fields = line.split('\t')
  if (fields.length !== readers.length) throw new ConnectionLost()
  return readers.map(({ read }, index) => {
    const field = fields[index] ?? ''
    if (field === '\\N') return null
    if (!field.startsWith('0000-00-00')) return read(field)
    onNoDay(index)
    return null
  })
}
