import type { GroupsRequest } from '@sightline/contract/result-groups.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import {
  asDouble,
  asInt32,
  asInt64,
  asText,
  column,
  filled,
  useResultFiles,
  type WrittenFile,
} from '../../testing/result-files.ts'

const files = useResultFiles()

type Unit = NonNullable<GroupsRequest['units']>[number]['unit']
const units: Unit[] = ['year', 'quarter', 'month', 'week', 'day', 'hour']
const count = { kind: 'count', column: null } as const

/** Counts rows by the first column, in the order of the keys. */
async function counted(stored: WrittenFile, unit: Unit, time_zone?: string): Promise<[Cell, Cell][]> {
  const ask: GroupsRequest = {
    sets: [[0]],
    measures: [count],
    limit: 50_000,
    units: [{ column: 0, unit }],
    time_zone,
    order: { by: 'key', index: 0, descending: false },
  }
  const { sets } = await files.results.groups(stored, ask, [])
  const [keys = []] = sets[0]?.keys ?? []
  return keys.map((key, at) => [key, sets[0]?.measures[0]?.[at] ?? null])
}

const micros = (text: string) => BigInt(Date.parse(text)) * 1000n
const days = (text: string) => Date.parse(text) / 86_400_000

describe('grouping by a unit of time', () => {
  it('cuts times without a zone to the start of each unit, and keeps rows without a time in a group (OPEN-207)', async () => {
    const times = ['2024-05-16T13:45:10Z', '2024-05-16T13:00:00Z', '2024-06-02T00:00:00Z'].map(micros)
    const stored = await files.store([filled(column('t', 'timestamp'), asInt64, [...times, null])])
    const found = Object.fromEntries(await Promise.all(units.map(async (unit) => [unit, await counted(stored, unit)] as const)))
    expect(found).toEqual({
      year: [
        ['2024-01-01', 3],
        [null, 1],
      ],
      quarter: [
        ['2024-04-01', 3],
        [null, 1],
      ],
      month: [
        ['2024-05-01', 2],
        ['2024-06-01', 1],
        [null, 1],
      ],
      // The second of June was a Sunday, in the week that began in May.
      week: [
        ['2024-05-13', 2],
        ['2024-05-27', 1],
        [null, 1],
      ],
      day: [
        ['2024-05-16', 2],
        ['2024-06-02', 1],
        [null, 1],
      ],
      hour: [
        ['2024-05-16T13:00:00', 2],
        ['2024-06-02T00:00:00', 1],
        [null, 1],
      ],
    })
  })

  it('cuts the dates of 200 years (OPEN-207)', async () => {
    const first = days('1850-01-01')
    const stored = await files.store([
      filled(
        column('d', 'date'),
        asInt32,
        Array.from({ length: days('2050-01-01') - first }, (_, at) => first + at),
      ),
    ])
    const years = await counted(stored, 'year')
    expect([years.length, years[0], years.at(-1)]).toEqual([200, ['1850-01-01', 365], ['2049-01-01', 365]])
    const months = await counted(stored, 'month')
    expect([months.length, months[1]]).toEqual([2400, ['1850-02-01', 28]])
    expect((await counted(stored, 'quarter')).length).toBe(800)
    // The first of January 1850 was a Tuesday.
    expect((await counted(stored, 'week'))[0]).toEqual(['1849-12-31', 6])
    expect((await counted(stored, 'hour'))[0]).toEqual(['1850-01-01T00:00:00', 1])
  })

  it('cuts texts with dates, and treats other texts as empty (OPEN-207)', async () => {
    const texts = ['2024-05-01', '2024-05-31 23:59:59', '2024-06-01T10:00:00', 'soon', null]
    const stored = await files.store([filled(column('t', 'text', 'datetime'), asText, texts)])
    expect(await counted(stored, 'month')).toEqual([
      ['2024-05-01', 2],
      ['2024-06-01', 1],
      [null, 2],
    ])
  })

  it('cuts instants on the clock of a time zone, also when it changes (OPEN-207)', async () => {
    // Berlin has UTC+2 until 01:00 UTC on 27 October, then UTC+1: the clock shows 02:30 twice.
    const instants = ['2024-10-26T21:59:00Z', '2024-10-26T22:00:00Z', '2024-10-27T00:30:00Z', '2024-10-27T01:30:00Z']
    const winter = ['2024-10-27T22:59:59Z', '2024-10-27T23:00:00Z']
    const stored = await files.store([filled(column('t', 'instant'), asInt64, [...instants, ...winter].map(micros))])
    expect(await counted(stored, 'day', 'Europe/Berlin')).toEqual([
      ['2024-10-26', 1],
      ['2024-10-27', 4],
      ['2024-10-28', 1],
    ])
    expect(await counted(stored, 'day')).toEqual([
      ['2024-10-26', 2],
      ['2024-10-27', 4],
    ])
    expect((await counted(stored, 'hour', 'Europe/Berlin')).slice(2, 4)).toEqual([
      ['2024-10-27T00:00:00Z', 1],
      ['2024-10-27T01:00:00Z', 1],
    ])
    expect((await counted(stored, 'hour', 'Asia/Kolkata'))[1]).toEqual(['2024-10-27T00:30:00Z', 1])
  })

  it('has the same days for a few years and for more than a hundred (OPEN-207)', async () => {
    const hours = Array.from({ length: 20_000 }, (_, at) => micros('2023-01-01T00:30:00Z') + BigInt(at) * 3_600_000_000n)
    const few = await files.store([filled(column('t', 'instant'), asInt64, hours)])
    const many = await files.store([filled(column('t', 'instant'), asInt64, [...hours, micros('1880-01-01T00:00:00Z'), null])])
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'])
      for (const unit of ['day', 'hour'] as const)
        expect((await counted(many, unit, zone)).slice(1, -1)).toEqual(await counted(few, unit, zone))
    const empty = await files.store([filled(column('t', 'instant'), asInt64, [null, null])])
    expect(await counted(empty, 'day', 'Europe/Berlin')).toEqual([[null, 2]])
  })

  it('is refused for columns without times and in unknown time zones (OPEN-207)', async () => {
    const stored = await files.store([
      filled(column('name', 'text', 'string'), asText, ['a']),
      filled(column('n', 'double'), asDouble, [1]),
    ])
    const ask = (change: Partial<GroupsRequest>) =>
      files.results.groups(stored, { sets: [[0], [1]], measures: [count], limit: 10, ...change }, [])
    const refused = (reason: string) => ({ code: 'invalid_input', details: { reason } })
    for (const [index, name] of ['name', 'n'].entries())
      await expect(ask({ units: [{ column: index, unit: 'month' }] })).rejects.toMatchObject(
        refused(`Column "${name}" has no dates or times that a unit could cut.`),
      )
    await expect(ask({ time_zone: 'Mars/Olympus' })).rejects.toMatchObject(
      refused('"Mars/Olympus" is not the name of a time zone, such as Europe/Berlin.'),
    )
  })
})

describe('the order of groups', () => {
  it('is by a key or a measure in either direction, with null last, and decides which groups are kept (OPEN-207)', async () => {
    const stored = await files.store([
      filled(column('s', 'text'), asText, ['b', 'a', null, 'c', 'b']),
      filled(column('n', 'double'), asDouble, [1, 5, 2, null, 3]),
    ])
    const keys = async (order: GroupsRequest['order'], limit = 10) => {
      const measures = [count, { kind: 'sum', column: 1 } as const]
      const { sets } = await files.results.groups(stored, { sets: [[0]], measures, limit, order }, [])
      return sets[0]?.keys[0]
    }
    expect(await keys(undefined)).toEqual(['b', 'a', 'c', null])
    expect(await keys({ by: 'key', index: 0, descending: false })).toEqual(['a', 'b', 'c', null])
    expect(await keys({ by: 'key', index: 0, descending: true })).toEqual(['c', 'b', 'a', null])
    expect(await keys({ by: 'measure', index: 0, descending: false })).toEqual(['a', 'c', null, 'b'])
    expect(await keys({ by: 'measure', index: 0, descending: true })).toEqual(['b', 'a', 'c', null])
    expect(await keys({ by: 'measure', index: 1, descending: false })).toEqual([null, 'b', 'a', 'c'])
    expect(await keys({ by: 'measure', index: 1, descending: true })).toEqual(['a', 'b', null, 'c'])
    expect(await keys({ by: 'key', index: 0, descending: true }, 2)).toEqual(['c', 'b'])
    expect(await keys({ by: 'measure', index: 1, descending: false }, 1)).toEqual([null])
  })

  it('is by any of several keys, the others deciding between equal ones (OPEN-207)', async () => {
    const stored = await files.store([
      filled(column('s', 'text'), asText, ['b', 'a', 'a', 'b']),
      filled(column('d', 'date'), asInt32, [1, 2, 1, 2]),
    ])
    const ask: GroupsRequest = {
      sets: [[0, 1]],
      measures: [count],
      limit: 3,
      order: { by: 'key', index: 1, descending: true },
    }
    const { sets } = await files.results.groups(stored, ask, [])
    expect(sets).toEqual([
      {
        total: 4,
        keys: [
          ['a', 'b', 'a'],
          ['1970-01-03', '1970-01-03', '1970-01-02'],
        ],
        measures: [[1, 1, 1]],
      },
    ])
  })
})
