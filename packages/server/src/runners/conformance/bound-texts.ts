import { fillIn } from '@sightline/domain/parameters/fill-in.ts'
import { textLanguage } from '@sightline/domain/query-dialect.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOSTILE_VALUES } from '../../testing/hostile-values.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { type AnyRunner, QueryError } from '../runner.ts'

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

/** The rows of the table `words (id, word)`: the id is the index. Words are compared by their bytes. */
export const WORDS = HOSTILE_VALUES.filter((word) => !/\r/.test(word))

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
  const { runner, fold, concat, day = 'day', requirement = 'OPEN-212', longList = 50_000, numRuns = 150 } = setup
  const key = (text: string) => (setup.padsTexts ? text.replace(/ +$/, '') : text)
  const equal = (one: string, other: string) => key(one) === key(other)
  const language = textLanguage(runner)
  const signal = new AbortController().signal

  /** Returns columns and rows, or the error with its position. */
  async function run(text: string, bindsTexts: boolean) {
    const config = runner.config.parse(setup.options())
    try {
      const result = await runner.run(text, { config, signal, tempDir: setup.tempDir(), bindsTexts })
      return { columns: result.columns, rows: await rowsOf(result) }
    } catch (error) {
      if (!(error instanceof QueryError)) throw error
      return { error: error.message, position: error.position }
    }
  }

  const idsOf = async (text: string) => {
    const { rows, error } = { rows: undefined, error: undefined, ...(await run(text, true)) }
    return rows?.map(([id]) => Number(id)) ?? error
  }

  const definitions = ['x', 'y'].map((of) => ({ name: of, type: 'text', passAsValue: true }))
  const filled = (text: string, x: string | null, y: string) => fillIn(text, definitions, { x, y }, language)

  /** Conditions with the words that they match; null where `LIKE` has signs of its own. */
  const conditions: [string, (word: string, x: string, y: string) => boolean | null][] = [
    ['word = {{ x }}', (word, x) => equal(word, x)],
    ["word = '{{ x }}'", (word, x) => equal(word, x)],
    ["word in ({{ x }}, '', '{{ y }}')", (word, x, y) => [x, '', y].some((text) => equal(word, text))],
    [`word <> {{ x }} and ${concat("'<'", 'word', "'>'")} = '<{{ y }}>'`, (word, x, y) => !equal(word, x) && word === y],
    [
      'case when word = {{ x }} then 1 when word = {{ y }} then 2 else 0 end = 2',
      (word, x, y) => !equal(word, x) && equal(word, y),
    ],
    ['id in (select id from words group by id having max(word) = {{ x }})', (word, x) => equal(word, x)],
    [
      "exists (select 1 from words o /* '{ */ where o.id = w.id and (o.word = {{ x }} or o.word = '{{ y }}'))",
      (word, x, y) => [x, y].some((text) => equal(word, text)),
    ],
    ["word like '%{{ x }}%'", (word, x) => (/[%_\\]/.test(x) ? null : fold(word).includes(fold(x)))],
    [
      'not word like {{ x }} and word = {{ y }}',
      (word, x, y) => (/[%_\\]/.test(x) ? null : fold(word) !== fold(x) && equal(word, y)),
    ],
  ]

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

    it('match the words that they are equal to, whatever they are and however they stand', async () => {
      const text = fc.oneof(
        fc.constantFrom(...WORDS),
        fc.string({ unit: 'grapheme' }).map((one) => one.replace(/[\0\r]/g, '')),
      )
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...conditions), text, text, async ([condition, matches], x, y) => {
          const query = filled(`select id, word from words w where ${condition} order by id`, x, y)
          const bound = await run(query, true)
          expect(bound, query).toEqual(await run(query, false))
          const expected = WORDS.flatMap((word, id) => (matches(word, x, y) === true ? [id] : []))
          const ids = 'rows' in bound ? bound.rows?.map(([id]) => Number(id)) : bound
          if (matches('', x, y) === null) expect(ids, query).toBeInstanceOf(Array)
          else expect(ids, query).toEqual(expected)
        }),
        { numRuns },
      )
    }, 60_000)

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
