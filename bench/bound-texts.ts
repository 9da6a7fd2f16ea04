import { runQuery } from './executions.ts'
import { inTurn, type Row } from './measure.ts'
import type { Product } from './product.ts'

/** A condition with two texts, which every row meets. */
const CONDITION = "hash <> '{{ text }}' AND hash <> '{{ text }}'"

/**
 * Measures queries whose texts are passed apart from the query, relative to the same queries with quoted texts: a text that is passed
 * as a value is bound; one that is typed by an author is a part of the query.
 * @param wide a million rows with a column `hash`, as a table in SQL
 * @param name begins the names of the rows
 */
export async function benchBoundTexts(product: Product, source: number, wide: string, name = ''): Promise<Row[]> {
  const run = (query: string, passAsValue: boolean) => () =>
    runQuery(product, source, query, {
      parameters: { text: "it isn't a hash" },
      parameter_definitions: [{ name: 'text', type: 'text', passAsValue }],
    })
  const few = `SELECT * FROM ${wide} WHERE ${CONDITION} LIMIT 10`
  const all = `SELECT * FROM ${wide} WHERE ${CONDITION}`
  for (let warm = 0; warm < 20; warm++) await Promise.all([run(few, true)(), run(few, false)()])
  const small = await inTurn(300, run(few, true), run(few, false))
  const large = await inTurn(5, run(all, true), run(all, false))
  return [
    {
      name: `${name}10 rows with bound texts, over quoted texts (${small.ours.toFixed(1)} ms against ${small.raw.toFixed(1)} ms)`,
      value: small.ours - small.raw,
      unit: 'ms',
      against: 'the same texts in quotes',
      goal: 1,
    },
    {
      name: `${name}1,000,000 rows with bound texts (${Math.round(large.ours)} ms against ${Math.round(large.raw)} ms)`,
      value: large.ours / large.raw,
      unit: 'x',
      against: 'the same texts in quotes',
      goal: 1.1,
    },
  ]
}
