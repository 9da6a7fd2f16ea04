import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../../testing/rows-of.ts'
import { failureOf } from '../../conformance/runs.ts'
import { ConnectionLost, QueryError } from '../../runner.ts'
import { block, keyed, texts, uint64s, type WrittenColumn } from '../testing/blocks.ts'
import { readBlocks } from './answer.ts'
import { UnknownType } from './blocks.ts'

const LOST = 'The connection to the server was lost.'
const context = {
  times: { timeZone: 'UTC', hasNoDays: false },
  describe: () => Promise.reject(new UnknownType('The columns are not described.')),
}

/** The pieces of a response as they arrive. @param breaks loses the connection after the last one */
async function* arriving(pieces: readonly Buffer[], breaks = false): AsyncGenerator<Buffer> {
  yield* pieces
  if (breaks) throw new ConnectionLost()
}

const reading = async (pieces: readonly Buffer[], breaks = false) => {
  const result = await readBlocks(arriving(pieces, breaks), context)
  return result && rowsOf(result)
}

/** Every way to cut bytes in two. */
const cuts = (bytes: Buffer): Buffer[][] => Array.from(bytes, (_, at) => [bytes.subarray(0, at), bytes.subarray(at)])

const number = (...values: number[]): WrittenColumn => ['n', 'UInt8', Buffer.from(values)]
const mixed = block(
  2,
  number(7, 8),
  ['s', 'Nullable(String)', Buffer.concat([Buffer.from([0, 1]), texts('é', '')])],
  [
    'l',
    'Array(LowCardinality(String))',
    Buffer.concat([uint64s(1), uint64s(2, 3), keyed(['', 'a', 'b'], [1, 2, 1]).subarray(8)]),
  ],
)
const MIXED = [
  [7n, 'é', '["a","b"]'],
  [8n, null, '["a"]'],
]

describe('blocks of ClickHouse (OPEN-480)', () => {
  it('are read wherever they are cut, the bytes of one after the other', async () => {
    const bytes = Buffer.concat([mixed, mixed])
    for (const pieces of [...cuts(bytes), Array.from(bytes, (byte) => Buffer.from([byte]))])
      expect(await reading(pieces)).toEqual([...MIXED, ...MIXED])
  })

  it('may be far larger than the pieces in which they arrive', async () => {
    const long = ['é'.repeat(400_000), '', 'x'.repeat(200)]
    const bytes = block(
      3,
      ['s', 'String', texts(...long)],
      ['l', 'LowCardinality(String)', keyed(['', long[0] ?? ''], [1, 0, 1])],
    )
    const pieces = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, at) => bytes.subarray(1000 * at, 1000 * (at + 1)))
    expect(await reading(pieces)).toEqual([
      [long[0], long[0]],
      ['', ''],
      [long[2], long[0]],
    ])
  })

  it('may have no rows, and need not come at all', async () => {
    expect(await reading([block(0, ['n', 'UInt8', Buffer.alloc(0)])])).toEqual([])
    expect(await reading([])).toBeNull()
  })

  it('end in a lost connection if they are cut short, or if a later one has other columns', async () => {
    for (let end = mixed.length + 1; end < 2 * mixed.length; end++) {
      const bytes = Buffer.concat([mixed, mixed]).subarray(0, end)
      expect((await failureOf(reading([bytes]))).message, String(end)).toBe(LOST)
    }
    const one = block(1, number(1))
    for (const other of [
      ['m', 'UInt8'],
      ['n', 'Int8'],
    ] as const) {
      const next = block(1, [other[0], other[1], Buffer.from([1])])
      expect((await failureOf(reading([one, next]))).message).toBe(LOST)
    }
    expect((await failureOf(reading([one, mixed]))).message).toBe(LOST)
  })

  it('end in a lost connection if a length is none', async () => {
    const endless = block(2 ** 40, ['s', 'String', Buffer.alloc(0)])
    expect((await failureOf(reading([endless]))).message).toBe(LOST)
  })

  it('with a type that is not known are refused before any row', async () => {
    const failing = readBlocks(arriving([block(1, number(1), ['v', 'AggregateFunction(sum, Int8)', Buffer.alloc(8)])]), context)
    await expect(failing).rejects.toBeInstanceOf(UnknownType)
    const unzoned = readBlocks(arriving([block(1, ['t', "DateTime64(3, 'No/Zone')", Buffer.alloc(8)])]), context)
    await expect(unzoned).rejects.toBeInstanceOf(UnknownType)
  })
})

const WORDS = "Value passed to 'throwIf' function is non-zero. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO)"
const ERRORS: [since: string, text: string][] = [
  ['before version 20', `Code: 395, e.displayText() = DB::Exception: ${WORDS}, e.what() = DB::Exception\n`],
  ['before version 24.11', `Code: 395. DB::Exception: ${WORDS} (version 23.8.1.1)\n`],
  ['since version 24.11', `__exception__\nCode: 395. DB::Exception: ${WORDS} (version 24.12.2.29 (official build))\n`],
  [
    'since version 25.11',
    `\r\n__exception__\r\nrumfyutuqkncbgau\r\nCode: 395. DB::Exception: ${WORDS} (version 25.11.1.1)\n262 rumfyutuqkncbgau\r\n__exception__\r\n`,
  ],
]

describe('an error behind blocks of ClickHouse (OPEN-480)', () => {
  it.each(ERRORS)('is reported in the words of the server, wherever it is cut: %s', async (_, text) => {
    for (const pieces of cuts(Buffer.from(text)))
      for (const blocks of [[], [mixed]]) expect((await failureOf(reading([...blocks, ...pieces]))).message).toBe(WORDS)
  })

  it.each(ERRORS.slice(2))('is reported although the connection breaks, or a block was begun: %s', async (_, text) => {
    expect((await failureOf(reading([mixed, Buffer.from(text)], true))).message).toBe(WORDS)
    expect((await failureOf(reading([mixed, mixed.subarray(0, 30), Buffer.from(text)]))).message).toBe(WORDS)
  })

  it('is not looked for in a block that begins with the same bytes', async () => {
    const many = (count: number, first: string): Buffer =>
      block(
        1,
        ...Array.from({ length: count }, (_, at): WrittenColumn => [at === 0 ? first : `c${at}`, 'UInt8', Buffer.from([at])]),
      )
    for (const count of [10, 13, 32, 67, 95]) {
      const rows = await reading([many(count, 'ode: 1. DB::Exception: x')])
      expect(rows?.[0]).toHaveLength(count)
    }
  })

  it('is a lost connection if the server wrote none', async () => {
    expect(await failureOf(reading([mixed], true))).toBeInstanceOf(QueryError)
    expect((await failureOf(reading([mixed], true))).message).toBe(LOST)
  })
})
