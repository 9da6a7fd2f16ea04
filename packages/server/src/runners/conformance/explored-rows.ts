/** A row of the table, as literals that all databases read; the time zone of `seen` is UTC. */
interface ExploredRow {
  day: string | null
  at: string | null
  seen: string | null
  region: string | null
  amount: string | null
  ratio: string | null
  n: number | null
}

const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:30`

const regions = ["o'brien", 'north "a"', 'back\\slash', 'south', null]

/** Rows around midnights, the last Mondays of years, and both changes of the clock in Berlin in 2024. */
export const exploredRows: ExploredRow[] = Array.from({ length: 240 }, (_, i) => {
  const minutes = (i * 7919) % 1440
  const clock = i % 6 === 0 ? '23:59:59' : i % 6 === 1 ? '00:00:00' : timeOf(minutes)
  const day = new Date(Date.UTC(2023, 11, 24) + ((i * 13) % 330) * 86_400_000).toISOString().slice(0, 10)
  const change = i % 2 === 0 ? Date.UTC(2024, 9, 26, 21) : Date.UTC(2024, 2, 30, 21)
  return {
    day: i % 17 === 0 ? null : day,
    at: i % 19 === 0 ? null : `${day} ${clock}`,
    seen: i % 23 === 0 ? null : new Date(change + i * 6 * 60_000).toISOString().slice(0, 19).replace('T', ' '),
    region: regions[(i * 7) % regions.length] ?? null,
    amount: i % 11 === 0 ? null : ((((i * 7919) % 20_000) - 8000) / 100).toFixed(2),
    ratio: i % 29 === 0 ? null : String(((i * 31) % 64) / 8),
    n: i % 7 === 0 ? null : (i * 31) % 50,
  }
})

/** The rows as the lists of values of an INSERT. @param literal writes a text of `region` */
export const insertedValues = (columns: readonly (keyof ExploredRow)[], literal = standardLiteral): string =>
  exploredRows
    .map((row) => columns.map((name) => literalOf(name, row[name], literal)).join(', '))
    .map((values) => `(${values})`)
    .join(', ')

const standardLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`

function literalOf(name: keyof ExploredRow, value: string | number | null, literal: (text: string) => string): string {
  if (value === null) return 'NULL'
  if (name === 'region') return literal(String(value))
  return typeof value === 'number' || name === 'amount' || name === 'ratio' ? String(value) : `'${value}'`
}

/** The names that the table has for `region` and `n`: one with quotes, and a reserved word. */
export const REGION = 'the "re`gion'
export const COUNTED = 'select'
