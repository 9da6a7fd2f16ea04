import type { SelectFrom } from './condition-sql.ts'
import type { Term } from './dialects/dialect.ts'
import { type Exploration, groupTerms, isSameTerm, type SortKey, sortOf } from './exploration.ts'

/** One of the terms by which rows are sorted. */
export interface OrderKey {
  term: Term
  descending: boolean
}

/**
 * The chosen order, and then the groups, so that equal ones have an order too and a limit always keeps the same ones.
 * @param terms of the groups, then of the measures
 * @param ofCell finds the term for the cells of one column of a pivot table; its measure is the first argument
 */
export function orderKeys(
  exploration: Exploration,
  terms: readonly Term[],
  ofCell: (measure: Term, key: SortKey) => Term = (measure) => measure,
): OrderKey[] {
  const sortable = groupTerms(exploration)
  const chosen = sortOf(exploration).flatMap((key) => {
    const { kind, column, value, descending } = key
    const term = terms[sortable.findIndex((one) => isSameTerm(one, { kind, column }))]
    if (term === undefined) return []
    return [{ term: value === undefined ? term : ofCell(term, key), descending }]
  })
  const groups = terms.slice(0, exploration.groups.length)
  const ties = groups.filter((term) => !chosen.some((key) => key.term === term))
  return [...chosen, ...ties.map((term) => ({ term, descending: false }))]
}

/** The keys as the clause of a query or a window. */
export const orderBySql = (keys: readonly OrderKey[], { dialect }: Pick<SelectFrom, 'dialect'>): string =>
  `ORDER BY ${keys.map(({ term, descending }) => dialect.orderBy(term, descending)).join(', ')}`
