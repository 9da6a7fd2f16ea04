import type { Cell } from '@sightline/contract/results.ts'
import { fillIn } from '@sightline/domain/parameters/fill-in.ts'
import { starterOf, starterOptions } from '@sightline/domain/starter/pieces.ts'
import { expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import type { AnyRunner, RunnerResult } from '../runner.ts'
import { exploredRows } from './explored-rows.ts'

/** The table of the tests of explorations, as a runner reads it. */
interface StarterTest {
  runner: AnyRunner
  table: string
  /** Name of its column of regions. */
  region: string
  /** Columns of the table with its dates and times. */
  dates: readonly ('day' | 'at' | 'seen')[]
  columns(): Parameters<typeof starterOf>[0]['columns']
  run(text: string): Promise<RunnerResult>
}

const PERIOD = { start: '2024-03-30', end: '2024-10-27' }
const TIME_ZONE = 'Europe/Berlin'

/** Tests that the queries of a starter dashboard run on a data source, and count the days of a period as the rows have them. */
export function itMakesStarters({ runner, table, region, dates, columns, run }: StarterTest): void {
  it.each(dates)(
    'counts the rows of a period and its months by the column "%s" in a starter dashboard (OPEN-254)',
    async (date) => {
      const { exploreDialect, dialect = '', language, syntax } = runner
      const source = { syntax, explore_dialect: exploreDialect, dialect, language }
      const given = { name: table, source, columns: columns(), timeZone: TIME_ZONE }
      const { pieces } = starterOf(given, { date, categories: [region], numbers: ['amount'] })
      expect(pieces.map(({ key }) => key)).toEqual(['rows', 'number amount', 'months', `category ${region}`, 'latest'])

      const definitions = starterOptions(date).parameters ?? []
      const read = (key: string, period: typeof PERIOD | null): Promise<Cell[][]> => {
        const text = pieces.find((piece) => piece.key === key)?.sql ?? ''
        return run(fillIn(text, definitions, { period }, language)).then(rowsOf) as Promise<Cell[][]>
      }
      const days = exploredRows.map((row) => dayOf(row[date], date))
      const inPeriod = days.flatMap((day) => (day !== null && day >= PERIOD.start && day <= PERIOD.end ? [day] : []))
      const months = Map.groupBy(inPeriod, (day) => `${day.slice(0, 7)}-01`)
      expect((await read('rows', PERIOD)).map(([count]) => Number(count))).toEqual([inPeriod.length])
      expect((await read('months', PERIOD)).map(([month, count]) => [String(month).slice(0, 10), Number(count)])).toEqual(
        [...months].map(([month, of]) => [month, of.length]).toSorted(),
      )
      expect((await read('months', null)).reduce((sum, [, count]) => sum + Number(count), 0)).toBe(
        days.filter((day) => day !== null).length,
      )
      for (const { key } of pieces) expect((await read(key, null)).length, key).toBeGreaterThan(0)
      expect((await read(`category ${region}`, PERIOD)).reduce((sum, [, count]) => sum + Number(count), 0)).toBe(
        inPeriod.length,
      )
    },
  )
}

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' })

/** The day of a value of the table: of times with a zone, on the clock of the test. */
function dayOf(value: string | null, column: string): string | null {
  if (value === null) return null
  return column === 'seen' ? clock.format(new Date(`${value.replace(' ', 'T')}Z`)) : value.slice(0, 10)
}
