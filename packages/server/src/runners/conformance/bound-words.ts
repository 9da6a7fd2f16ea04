import { fillIn } from '@sightline/domain/parameters/fill-in.ts'
import { textLanguage } from '@sightline/domain/query-dialect.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOSTILE_VALUES } from '../../testing/hostile-values.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { type AnyRunner, QueryError, type RunnerResult } from '../runner.ts'

/** The rows of the table `words (id, word)`: the id is the index. Words are compared by their bytes. */
export const WORDS = HOSTILE_VALUES.filter((word) => !/\r/.test(word))

/** The rows of `words` as SQL writes them behind `VALUES`. @param quoted writes a text; with doubled quotes when left out */
export const wordRows = (quoted = (word: string) => `'${word.replaceAll("'", "''")}'`): string =>
  WORDS.map((word, id) => `(${id}, ${quoted(word)})`).join()

interface Source {
  runner: AnyRunner
  options(): Record<string, unknown>
  tempDir(): string
}

/** Columns and rows, or the error with its position. */
type Outcome =
  | { columns: RunnerResult['columns']; rows: Awaited<ReturnType<typeof rowsOf>> }
  | { error: string; position: number | null }
type Run = (text: string, bindsTexts: boolean) => Promise<Outcome>

/** Runs queries with texts that are bound, or in quotes. */
export function boundRuns({ runner, options, tempDir }: Source): Run {
  return async (text, bindsTexts) => {
    const config = runner.config.parse(options())
    try {
      const result = await runner.run(text, { config, signal: never, tempDir: tempDir(), bindsTexts })
      return { columns: result.columns, rows: await rowsOf(result) }
    } catch (error) {
      if (!(error instanceof QueryError)) throw error
      return { error: error.message, position: error.position }
    }
  }
}

const definitions = ['x', 'y'].map((of) => ({ name: of, type: 'text', passAsValue: true }))

/** Fills the texts `x` and `y` into a query of a type. */
export const filledWith =
  (runner: AnyRunner) =>
  (text: string, x: string | null, y: string): string =>
    fillIn(text, definitions, { x, y }, textLanguage(runner))

/** A condition on a word with the tags `x` and `y`, and whether a word meets it; null where `LIKE` has signs of its own. */
export type WordCondition = readonly [text: string, matches: (word: string, x: string, y: string) => boolean | null]

interface Comparison {
  fold(text: string): string
  concat(...texts: string[]): string
  equal(one: string, other: string): boolean
}

/** Texts are the same if their bytes are; `||` joins them. */
export const BY_BYTES: Comparison = {
  fold: (text) => text,
  concat: (...texts) => texts.join(' || '),
  equal: (one, other) => one === other,
}

/** Conditions without subqueries, which all dialects have. */
export const plainConditions = ({ fold, concat, equal }: Comparison): WordCondition[] => [
  ['word = {{ x }}', (word, x) => equal(word, x)],
  ["word = '{{ x }}'", (word, x) => equal(word, x)],
  ["word in ({{ x }}, '', '{{ y }}')", (word, x, y) => [x, '', y].some((text) => equal(word, text))],
  [`word <> {{ x }} and ${concat("'<'", 'word', "'>'")} = '<{{ y }}>'`, (word, x, y) => !equal(word, x) && word === y],
  [
    'case when word = {{ x }} then 1 when word = {{ y }} then 2 else 0 end = 2',
    (word, x, y) => !equal(word, x) && equal(word, y),
  ],
  ["word like '%{{ x }}%'", (word, x) => (/[%_\\]/.test(x) ? null : fold(word).includes(fold(x)))],
  [
    'not word like {{ x }} and word = {{ y }}',
    (word, x, y) => (/[%_\\]/.test(x) ? null : fold(word) !== fold(x) && equal(word, y)),
  ],
]

export const wordConditions = (comparison: Comparison): WordCondition[] => [
  ...plainConditions(comparison),
  ['id in (select id from words group by id having max(word) = {{ x }})', (word, x) => comparison.equal(word, x)],
  [
    "exists (select 1 from words o /* '{ */ where o.id = w.id and (o.word = {{ x }} or o.word = '{{ y }}'))",
    (word, x, y) => [x, y].some((text) => comparison.equal(word, text)),
  ],
]

/** A table of words in a source. */
export interface WordSource extends Pick<Source, 'runner'> {
  run: Run
  conditions: readonly WordCondition[]
  /** Writes the query of a condition; from the table `words` when left out. */
  query?(condition: string): string
  /** The error of a pattern of `LIKE` that the server does not accept, such as one that ends in its sign of escape. */
  patternError?: RegExp
  /** Number of random queries, fewer where a run is slow. */
  numRuns?: number
}

/** Some servers take seconds for each query while the machine is busy. */
const LIMIT_MS = 300_000

const fromWords = (condition: string) => `select id, word from words w where ${condition} order by id`

/**
 * Tests that random and hostile texts match the words that a comparison in the test's own code finds: in quotes, and also bound if the
 * type binds them.
 */
export function itMatchesWords({ runner, run, conditions, query = fromWords, patternError, numRuns = 150 }: WordSource): void {
  const filled = filledWith(runner)
  it('match the words that they are equal to, whatever they are and however they stand', { timeout: LIMIT_MS }, async () => {
    const text = fc.oneof(
      fc.constantFrom(...WORDS),
      fc.string({ unit: 'grapheme' }).map((one) => one.replace(/[\0\r]/g, '')),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...conditions), text, text, async ([condition, matches], x, y) => {
        const asked = filled(query(condition), x, y)
        const bound = await run(asked, true)
        if (runner.textPassing) expect(bound, asked).toEqual(await run(asked, false))
        const expected = WORDS.flatMap((word, id) => (matches(word, x, y) === true ? [id] : []))
        const ids = 'rows' in bound ? bound.rows.map(([id]) => Number(id)).sort((one, other) => one - other) : bound
        if (matches('', x, y) !== null) expect(ids, asked).toEqual(expected)
        else if (patternError && 'error' in bound) expect(bound.error, asked).toMatch(patternError)
        else expect(ids, asked).toBeInstanceOf(Array)
      }),
      { numRuns },
    )
  })
}
