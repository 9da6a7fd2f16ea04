import { linesOf } from '../http/body.ts'
import { NO_DATA, QueryError, type RunnerResult } from '../runner.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { isException, serverError } from './server.ts'
import { type ColumnReader, columnReader } from './types.ts'
import { unescaped } from './values.ts'

/**
 * Reads `TabSeparatedWithNamesAndTypes`: a line of names, one of types, then the rows.
 * @param hasTotals whether the rows are followed by an empty line and a row of totals
 */
export async function readAnswer(body: AsyncIterable<Buffer>, hasTotals: boolean): Promise<RunnerResult> {
  const reading = linesOf(body)
  const [names, types, ahead] = await head(reading)
  const readers = types.map(columnReader)
  const columns = readers.map(({ column }, index) => ({ ...column, name: names[index] ?? '' }))
  const emptied = new Set<string>()
  const read = (line: string) => toRow(line, readers, (index) => emptied.add(names[index] ?? ''))
  const groups = rowGroups(ahead, reading, { width: types.length, hasTotals, read })
  return rowsResult(columns, groups, {
    log: () => [...emptied].map((name) => `Dates of "${name}" that are no days (0000-00-00) are left empty.`),
  })
}

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
  /** How many columns there are. */
  width: number
  hasTotals: boolean
  read(line: string): Row
}

async function* rowGroups(
  ahead: string[],
  reading: Lines,
  { width, hasTotals, read }: Reading,
): AsyncGenerator<Row[], void, undefined> {
  // The last lines say how it ended, so some are kept back until it is known that others follow.
  const KEPT = hasTotals ? 3 : 2
  let waiting = ahead
  for await (const lines of reading) {
    waiting = waiting.length === 0 ? lines : [...waiting, ...lines]
    if (waiting.length <= KEPT) continue
    const ready = waiting.slice(0, -KEPT)
    waiting = waiting.slice(-KEPT)
    failIn(ready, width)
    yield ready.map(read)
  }
  // Behind the last line's end there is nothing.
  if (waiting.at(-1) === '') waiting.pop()
  failIn(waiting, 0)
  if (hasTotals && waiting.at(-2) === '') waiting.splice(-2, 1)
  yield waiting.map(read)
}

/** Throws what the server said instead of a row. A row of as many values is believed to be one. */
function failIn(lines: readonly string[], width: number): void {
  const at = lines.findIndex((line) => isException(line) && line.split('\t').length !== width)
  const failure = at < 0 ? null : serverError(lines.slice(at).join('\n'))
  if (failure) throw failure
}

function toRow(line: string, readers: readonly ColumnReader[], onNoDay: (index: number) => void): Row {
  const fields = line.split('\t')
  if (fields.length !== readers.length) throw new QueryError('The connection to the server was lost.')
  return readers.map(({ read }, index) => {
    const field = fields[index] ?? ''
    if (field === '\\N') return null
    if (!field.startsWith('0000-00-00')) return read(field)
    onNoDay(index)
    return null
  })
}
