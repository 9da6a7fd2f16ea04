import { describe, expect, it } from 'vitest'
import type { AnyRunner } from '../runner.ts'
import { boundRuns, filledWith, itMatchesWords, wordConditions } from './bound-words.ts'

/** A type of data source in which texts are bound, with a server or an engine that runs. */
export interface BoundTextSetup {
  runner: AnyRunner
  options(): Record<string, unknown>
  tempDir(): string
  /** Queries on `flights` whose rows and columns must be the same both ways. */
  same: readonly string[]
  /** Queries that fail. */
  failing: readonly string[]
  /** Whether two texts are equal in `LIKE`. */
  fold(text: string): string
  /** Writes the concatenation of texts. */
  concat(...texts: string[]): string
  /** The column `day`, in quotes where its name is a keyword. */
  day?: string
  /** Whether the database pads texts with spaces where it compares them. */
  padsTexts?: true
  /** The requirement that the type meets. */
  requirement?: string
  /** Number of texts in a long list. */
  longList?: number
  /** Random queries to compare, fewer where a run is slow. */
  numRuns?: number
}

/** Creates the table `flights`, in any SQL. */
export const FLIGHTS = [
  'create table flights (id int, airline varchar(50), day date, landed timestamp null, price decimal(8, 2), ratio float)',
  `insert into flights values (1, 'O''Brien Air', '2026-01-31', '2026-01-31 10:00:00', 99.5, 16777216),
    (2, 'Zürich', '2026-02-28', '2026-02-28 00:00:00', 250, 0.1), (3, '', null, null, null, null)`,
]

/** The queries of any dialect. @param day the column, in quotes where its name is a keyword */
const sameQueries = (day: string) => [
  `select id, airline, ${day}, landed, price, ratio from flights where airline = 'O''Brien Air'`,
  "select 'a', 'b' as x, upper('f'), airline = 'Zürich', (select max(id) from flights where airline <> 'x') from flights",
  `select * from flights where ${day} > '2026-02-01' and price > '100' and id = '2'`,
  `select id from flights where ${day} between '2026-01-01' and '2026-01-31' or landed = '2026-02-28 00:00:00' order by id`,
  "select id from flights where airline like 'z%' or airline like 'Z!%' escape '!' or airline like'%rich'order by id",
  `select case when ${day} is null then 'none' else 'some' end as has, count(*) as n from flights group by 1 order by 1`,
  "select id from flights order by case when airline = 'Zürich' then 'a' else 'b' end, id",
  "select max(price) as most from flights having max(airline) > 'A' and 'a' < 'b'",
  "with late as (select * from flights where airline <> '') select l.id from late l join flights f on f.id = l.id and f.airline = 'Zürich'",
  "select id from flights where airline in ('', 'Zürich', 'x') and lower(airline) = 'zürich'",
  "select id /* '? :a $1 */ from flights -- '\nwhere airline = '' /* it's */ and id = '3'",
  "select coalesce(airline, 'none') as a, count(*) as n from flights group by coalesce(airline, 'none') order by 1",
]

/**
 * Describes that texts reach a source as values of their own, with the rows, columns, errors and positions of texts in quotes.
 * @param name of the type, for the title
 */
export function describeBoundTexts(name: string, setup: BoundTextSetup): void {
  const { runner, fold, concat, day = 'day', requirement = 'OPEN-212', longList = 50_000 } = setup
  const key = (text: string) => (setup.padsTexts ? text.replace(/ +$/, '') : text)
  const equal = (one: string, other: string) => key(one) === key(other)
  const filled = filledWith(runner)
  const run = boundRuns(setup)

  const idsOf = async (text: string) => {
    const { rows, error } = { rows: undefined, error: undefined, ...(await run(text, true)) }
    return rows?.map(([id]) => Number(id)) ?? error
  }

  describe(`texts that are bound in ${name} (${requirement})`, () => {
    it.each([...sameQueries(day), ...setup.same])('give the columns and rows of texts in quotes: %s', async (text) => {
      const bound = await run(text, true)
      expect(bound).toEqual(await run(text, false))
      expect(bound).toHaveProperty('rows')
    })

    it.each(setup.failing)('give the errors of texts in quotes, and their positions: %s', async (text) => {
      const bound = await run(text, true)
      expect(bound).toEqual(await run(text, false))
      expect(bound).toHaveProperty('error')
    })

    itMatchesWords({ ...setup, conditions: wordConditions({ fold, concat, equal }), run })

    it('may be empty, or missing, which is NULL', async () => {
      const missing = filled('select id from flights where airline = {{ x }} or {{ x }} is null and id = 1', null, 'a')
      expect(await idsOf(missing)).toEqual([1])
      expect(await idsOf(filled('select id from flights where airline = {{ x }}', '', 'a'))).toEqual([3])
    })

    it(`may be ${longList.toLocaleString('en')} in one list`, async () => {
      const list = Array.from({ length: longList }, (_, number) => `'word ${number}'`)
      expect(await idsOf(`select id from flights where airline in (${list}, 'Zürich')`)).toEqual([2])
    }, 60_000)
  })
}
