import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import { stubbedSource } from '../../testing/stubbed-source.ts'
import { failureOf } from '../conformance/runs.ts'
import { testSentValues } from '../conformance/sent-values.ts'
import { QueryError } from '../runner.ts'
import clickhouse from './index.ts'
import { readRows } from './text-answer.ts'

const LOST = 'The connection to the server was lost.'

/** The pieces of a response as they arrive. @param breaks loses the connection after the last one */
async function* arriving(pieces: readonly string[], breaks: boolean): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
  if (breaks) throw new QueryError(LOST)
}

/** The headers of a server that has chosen the format itself. */
const TEXT_HEADERS = { 'x-clickhouse-format': 'TabSeparatedWithNamesAndTypes' }

const HEAD = 'n\ts\nUInt8\tString\n'
const WORDS = "Code: 395. DB::Exception: Value passed to 'throwIf' function is non-zero. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO)"
const OLD_STYLE = `__exception__\n${WORDS} (version 24.12.2.29 (official build))\n`
const NEW_STYLE = `\r\n__exception__\r\nrumfyutuqkncbgau\r\n${WORDS} (version 25.11.1.1)\n262 rumfyutuqkncbgau\r\n__exception__\r\n`

/** A type, a field of it, and how it is stored and read. */
const LATER: [type: string, field: string, storage: string, value: unknown][] = [
  ['Bool', 'true', 'boolean', true],
  ['Int128', '-170141183460469231731687303715884105728', 'number_text', '-170141183460469231731687303715884105728'],
  ['UInt256', `1${'0'.repeat(77)}`, 'number_text', `1${'0'.repeat(77)}`],
  ['Decimal(76, 3)', `${'9'.repeat(73)}.125`, 'number_text', `${'9'.repeat(73)}.125`],
  ['Decimal(38, 9)', '-1.500000000', 'decimal', '-1.500000000'],
  ['Date32', '1900-01-01', 'date', '1900-01-01'],
  ["DateTime64(6, 'UTC')", '2024-02-29 12:00:00.123456', 'timestamp', '2024-02-29T12:00:00.123456'],
  ['DateTime64(9)', '2024-02-29 12:00:00.123456789', 'text', '2024-02-29 12:00:00.123456789'],
  ['LowCardinality(Nullable(String))', 'a', 'text', 'a'],
  ['SimpleAggregateFunction(sum, UInt64)', '18446744073709551615', 'decimal', '18446744073709551615'],
  ['Map(UInt8, String)', "{1:'at 12:30,9:15'}", 'json', '{"1":"at 12:30,9:15"}'],
  ['Tuple(a UInt256, b String)', "(1,'x')", 'json', '[1,"x"]'],
  ['JSON', '{"a":[1,{"b":"c\\\\n"}]}', 'json', '{"a":[1,{"b":"c\\n"}]}'],
  ["Enum16('a' = 1)", 'a', 'text', 'a'],
  ['IPv6', '::1', 'text', '::1'],
  ['Time64(9)', '12:00:00.123456789', 'text', '12:00:00.123456789'],
]

describe('a ClickHouse response', () => {
  it('keeps values of types that came with later versions', async () => {
    const lines = [
      LATER.map((_, at) => `c${at}`),
      LATER.map(([type]) => type.replaceAll("'", "\\'")),
      LATER.map(([, field]) => field),
    ]
    const answer = lines.map((line) => `${line.join('\t')}\n`).join('')
    const result = await readRows(arriving([answer], false), false)
    expect(result.columns.map(({ storage }) => storage.kind)).toEqual(LATER.map(([, , storage]) => storage))
    expect(await rowsOf(result)).toEqual([LATER.map(([, , , value]) => value)])
  })
})

/** Every way to cut a text in two. */
const cuts = (text: string): string[][] => Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)])

describe('a ClickHouse response that fails mid-stream', () => {
  it.each([
    ['since version 24.11', OLD_STYLE, true],
    ['since version 25.11', NEW_STYLE, true],
    ['since version 25.11, in good order', NEW_STYLE, false],
  ])('tells what the server says, wherever it is cut in pieces: %s', async (_, words, breaks) => {
    for (const pieces of cuts(words)) {
      const reading = readRows(arriving([`${HEAD}1\ta\n2\tb\n3\tc\n`, '4\td\n5\te\n', ...pieces], breaks), false)
      expect((await failureOf(reading.then(rowsOf))).message).toBe(WORDS.replace(/^Code: 395\. DB::Exception: /, ''))
    }
  })

  it('is a lost connection if the server sent no error', async () => {
    const reading = readRows(arriving([`${HEAD}1\ta\n`, '2\tb\n'], true), false)
    expect((await failureOf(reading.then(rowsOf))).message).toBe(LOST)
  })

  it('is not taken for one that holds the same word as a value', async () => {
    const answer = 'n\nString\n__exception__\nCode\n__exception__\n'
    for (const pieces of cuts(answer))
      expect(await rowsOf(await readRows(arriving(pieces, false), false))).toEqual([
        ['__exception__'],
        ['Code'],
        ['__exception__'],
      ])
  })
})

describe('a ClickHouse request', () => {
  it('has the time zone of the session, and none without one (DS-31)', async () => {
    const { run, stub } = await stubbedSource(
      clickhouse,
      ({ url }) => ({ url, dbname: 'default' }),
      () => ({ headers: TEXT_HEADERS, body: 'n\nUInt8\n1\n' }),
    )
    for (const timeZone of ['Asia/Kolkata', null])
      expect(await rowsOf(await run('SELECT 1 AS n', { timeZone }))).toEqual([[1n]])
    expect(stub.calls.map(({ query }) => query.get('session_timezone'))).toEqual(['Asia/Kolkata', null])
  })
})

/** The escapes of tab-separated values. */
const SIGNS: Record<string, string> = { n: '\n', t: '\t', r: '\r', '0': '\0' }
const unescaped = (field: string) => field.replace(/\\(.)/g, (_, sign: string) => SIGNS[sign] ?? sign)
const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')

describe('the HTTP interface of ClickHouse', () => {
  testSentValues({
    runner: clickhouse,
    marker: /\{sightline_\d+:String\}/g,
    own: '{d:String}',
    async source(answer) {
      const { run } = await stubbedSource(
        clickhouse,
        ({ url }) => ({ url, dbname: 'default' }),
        ({ body, query }) => {
          const count = [...query.keys()].filter((name) => name.startsWith('param_sightline_')).length
          const values = Array.from({ length: count }, (_, index) => unescaped(query.get(`param_sightline_${index + 1}`) ?? ''))
          const cell = answer({ text: body, values })
          const headers = TEXT_HEADERS
          if (cell instanceof Error) return { status: 400, headers, body: `Code: 62. DB::Exception: ${cell.message}` }
          return { headers, body: `a\nString\n${escaped(cell)}\n` }
        },
      )
      return (text, bindsTexts) => run(text, { bindsTexts })
    },
  })
})
