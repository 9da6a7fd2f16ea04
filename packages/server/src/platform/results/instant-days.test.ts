import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import { calendarUnits, dayText } from '@sightline/domain/format/calendar-units.ts'
import { wallTime } from '@sightline/domain/format/time-zone.ts'
import { describe, expect, it } from 'vitest'
import { asInt64, column, filled, useResultFiles } from '../../testing/result-files.ts'
import { daysOfInstants } from './instant-days.ts'

const HOUR_MS = 3_600_000
const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/Sao_Paulo']

const files = useResultFiles()

/** Counts instants (milliseconds) by unit in DuckDB. */
async function counted(times: readonly (number | null)[], unit: TimeUnit, timeZone: string) {
  const micros = times.map((time) => (time === null ? null : BigInt(time) * 1000n))
  const stored = await files.store([filled(column('t', 'instant', 'datetime'), asInt64, micros)], 50_000)
  const ask = {
    sets: [[0]],
    measures: [{ kind: 'count' as const, column: null }],
    limit: 1000,
    units: [{ column: 0, unit }],
    time_zone: timeZone,
    order: { by: 'key' as const, index: 0, descending: false },
  }
  const read = async () => (await files.results.groups(stored, ask, [])).sets[0]
  const first = await read()
  // The second time, the range of the times is known.
  expect(await read()).toEqual(first)
  return (first?.keys[0] ?? []).map((day, at) => [day, first?.measures[0]?.[at]])
}

/** The same by the clock of JavaScript. */
function expected(times: readonly (number | null)[], unit: TimeUnit, timeZone: string) {
  const calendar = calendarUnits.find(({ name }) => name === unit)
  const counts = new Map<string | null, number>()
  for (const time of times) {
    const day = time === null ? null : Math.floor(wallTime(timeZone, time) / (24 * HOUR_MS))
    const key = day === null || calendar === undefined ? null : dayText(calendar.start(calendar.of(day)))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].sort(([one], [other]) => (one === null ? 1 : other === null ? -1 : one < other ? -1 : 1))
}

const hourly = (from: string, count: number, step = HOUR_MS / 2) =>
  Array.from({ length: count }, (_, at) => Date.parse(from) + at * step)

describe('the units of instants on the clock of a time zone (OPEN-237)', () => {
  it.each(zones)('are those of the clock in %s, in few units and in many', async (timeZone) => {
    const year = [...hourly('2024-01-01T00:30:00Z', 2 * 24 * 366), null]
    for (const unit of ['day', 'week', 'month', 'quarter', 'year'] as const)
      expect(await counted(year, unit, timeZone)).toEqual(expected(year, unit, timeZone))
    const days = hourly('2024-10-20T00:30:00Z', 2 * 24 * 20)
    expect(await counted(days, 'day', timeZone)).toEqual(expected(days, 'day', timeZone))
  })

  it('begin with the first moment of a day whose midnight is skipped', async () => {
    // In São Paulo the clock went from 0:00 to 1:00 on 4 November 2018.
    const nights = hourly('2018-11-03T00:00:00Z', 400, HOUR_MS / 6)
    expect(await counted(nights, 'day', 'America/Sao_Paulo')).toEqual(expected(nights, 'day', 'America/Sao_Paulo'))
  })

  it('are right where a clock was set back over midnight', async () => {
    // In St. John's it went from 0:01 back to 23:01 on 29 October 2006.
    const night = hourly('2006-10-29T02:00:00Z', 240, HOUR_MS / 120)
    expect(daysOfInstants('t', 'day', 'America/St_Johns', [night[0] ?? 0, night.at(-1) ?? 0])).toBeNull()
    expect(await counted(night, 'day', 'America/St_Johns')).toEqual(expected(night, 'day', 'America/St_Johns'))
  })

  it('are found by comparing alone if they are few', () => {
    const range = [Date.parse('2024-01-31T23:30:00Z'), Date.parse('2024-02-01T00:30:00Z')] as const
    expect(daysOfInstants('t', 'month', 'UTC', range)).toContain(
      `CASE WHEN t < make_timestamptz(1706745600000000) THEN DATE '2024-01-01' ELSE DATE '2024-02-01' END`,
    )
    expect(daysOfInstants('t', 'month', 'Europe/Berlin', range)).toContain(`THEN DATE '2024-02-01' ELSE`)
    expect(daysOfInstants('t', 'day', 'UTC', [0, 33 * 24 * HOUR_MS])).toBeNull()
    expect(daysOfInstants('t', 'hour', 'UTC', range)).toBeNull()
    expect(daysOfInstants('t', 'month', 'UTC', null)).toBeNull()
  })
})
