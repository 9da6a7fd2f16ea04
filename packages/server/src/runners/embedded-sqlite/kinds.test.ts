import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { type Kind, kindSql, planOf } from './kinds.ts'

const database = new DatabaseSync(':memory:')
afterAll(() => database.close())
const truth = (sql: string) => Object.values(database.prepare(`SELECT ${sql}`).get() ?? {})[0]

/** A value of each kind, in SQL. */
const samples: Record<Kind, string> = {
  null: 'NULL',
  integer: '-9007199254740992',
  wide: '9007199254740993',
  real: '2.0',
  date: "'2024-02-29'",
  datetime: "'2024-02-29 12:30'",
  text: "'2024-02-31st'",
  blob: "x'323032342d30322d3239'",
}
const kinds = Object.keys(samples) as Kind[]
const subsets = Array.from({ length: 2 ** kinds.length }, (_, bits) => new Set(kinds.filter((_, index) => (bits >> index) & 1)))

it('says in SQL which value would give a column of SQLite another plan (OPEN-850)', () => {
  for (const found of subsets)
    for (const kind of kinds) {
      const plan = planOf(found)
      const isOther = truth(plan.otherSql?.(samples[kind]) ?? '0') === 1
      expect(isOther, `${kind} after ${[...found]}`).toBe(planOf(new Set([...found, kind])) !== plan)
    }
})

it.each(kinds)('finds the kind of a value in SQL: %s', (kind) => {
  expect(truth(kindSql(samples[kind]))).toBe(kind)
})
