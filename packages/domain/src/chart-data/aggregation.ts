/** How several rows with the same x become one value; `count` counts rows. */
export const aggregations = ['sum', 'avg', 'min', 'max', 'count'] as const
export type Aggregation = (typeof aggregations)[number]

/** Aggregates the values of rows, ignoring missing ones; null if none has a value. */
export function aggregated(values: readonly (number | null)[], how: Aggregation): number | null {
  if (how === 'count') return values.length
  const present = values.filter((value) => value !== null)
  if (present.length === 0) return null
  if (how === 'min') return present.reduce((a, b) => Math.min(a, b))
  if (how === 'max') return present.reduce((a, b) => Math.max(a, b))
  const sum = present.reduce((a, b) => a + b, 0)
  return how === 'sum' ? sum : sum / present.length
}
