import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asDouble, asInt32, asInt64, asText, column, type Filled, filled, useResultFiles } from '../../testing/result-files.ts'
import { Engine } from './engine.ts'
import { GROUP_ROWS } from './parquet-writer.ts'
import type { Profiled } from './profiled-column.ts'
import { sqlColumnAt } from './result-table.ts'
import { storedTotals } from './stored-totals.ts'

const files = useResultFiles()

/** More rows than are in one group of a file. */
const COUNT = GROUP_ROWS + 10_000
const range = <Value>(make: (at: number) => Value) => Array.from({ length: COUNT }, (_, at) => make(at))
const DAY_US = 86_400_000_000n

const columns: Record<string, Filled> = {
  'whole numbers with nulls': filled(
    column('x', 'int32', 'integer'),
    asInt32,
    range((at) => (at % 7 === 0 ? null : at - 50_000)),
  ),
  'few whole numbers': filled(
    column('x', 'int32', 'integer'),
    asInt32,
    range((at) => at % 9),
  ),
  'numbers of 64 bits': filled(
    column('x', 'int64', 'integer'),
    asInt64,
    range((at) => (at === 5 ? 2n ** 63n - 1n : at === COUNT - 1 ? -(2n ** 63n) : BigInt(at) * 4_294_967_296n - 7n)),
  ),
  'fractions of both signs': filled(
    column('x', 'double', 'float'),
    asDouble,
    range((at) => (at - 60_000) / 7),
  ),
  'zeros of both signs': filled(
    column('x', 'double', 'float'),
    asDouble,
    range((at) => (at % 2 === 0 ? 0 : -0)),
  ),
  'numbers of which one is none': filled(
    column('x', 'double', 'float'),
    asDouble,
    range((at) => (at === 9 ? Number.NaN : at / 3)),
  ),
  'numbers with an infinite one in the second group': filled(
    column('x', 'double', 'float'),
    asDouble,
    range((at) => (at === COUNT - 1 ? Number.NEGATIVE_INFINITY : at % 100)),
  ),
  'nulls in all of the second group': filled(
    column('x', 'double', 'float'),
    asDouble,
    range((at) => (at < GROUP_ROWS ? at : null)),
  ),
  'nulls alone': filled(
    column('x', 'int64', 'integer'),
    asInt64,
    range(() => null),
  ),
  'days before and after 1970': filled(
    column('x', 'date', 'date'),
    asInt32,
    range((at) => (at % 20_000) - 9_000),
  ),
  'days of a far millennium': filled(
    column('x', 'date', 'date'),
    asInt32,
    range((at) => at * 1000),
  ),
  'times on a clock': filled(
    column('x', 'timestamp', 'datetime'),
    asInt64,
    range((at) => BigInt(at) * 1_234_567_891n - 5n * DAY_US),
  ),
  'times with a zone': filled(
    column('x', 'instant', 'datetime'),
    asInt64,
    range((at) => BigInt(at) * 61_000_001n),
  ),
  'times of which one is infinite': filled(
    column('x', 'instant', 'datetime'),
    asInt64,
    range((at) => (at === 77 ? 2n ** 63n - 1n : BigInt(at) * 61_000_000n)),
  ),
}

describe('the profile of a whole column, whose nulls and ends are in the footer of the file (OPEN-253)', () => {
  it.each(Object.entries(columns))('is the same as of its rows: %s', async (_, x) => {
    const everywhere = filled(
      column('all', 'text', 'string'),
      asText,
      range(() => 'x'),
    )
    const stored = await files.store([x, everywhere], 20_000)
    const ask = { columns: [0], filters: [], timeZone: 'Europe/Berlin' }
    const whole = await files.results.profiles(stored, { ...ask, search: '', searchColumns: null })
    const read = await files.results.profiles(stored, { ...ask, search: 'x', searchColumns: [1] })
    expect(JSON.parse(JSON.stringify(whole))).toEqual(JSON.parse(JSON.stringify(read)))
    expect(whole[0]?.rows).toBe(COUNT)
  })
})

describe('the footer of a result file (OPEN-253)', () => {
  it('has the nulls of each column, and the ends of numbers and times that are all finite', async () => {
    const names = ['whole numbers with nulls', 'numbers of 64 bits', 'days before and after 1970', 'times with a zone']
    const unknown = ['numbers of which one is none', 'numbers with an infinite one in the second group', 'nulls alone']
    const stored = await files.store(
      [...names, ...unknown].flatMap((name) => columns[name] ?? []),
      20_000,
    )
    const engine = new Engine({ spill: join(files.dataDir, 'spill'), readable: [files.dataDir] }, { memory: 128, threads: 1 })
    const asked = stored.columns.map(
      (_, index): Profiled => ({ index, column: sqlColumnAt(stored.columns, index), kind: 'number' }),
    )
    const totals = await storedTotals(engine, join(files.dataDir, stored.file), stored, asked)
    await engine.close()
    expect(totals.map((one) => one && [one.nulls, ...one.ends])).toEqual([
      [Math.ceil(COUNT / 7), -49_999, COUNT - 50_001],
      [0, '-9223372036854775808', '9223372036854775807'],
      [0, -9000 * 86_400_000_000, 10_999 * 86_400_000_000],
      [0, 0, (COUNT - 1) * 61_000_001],
      ...[null, null, null],
    ])
  })
})
