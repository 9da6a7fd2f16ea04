import { friendlyName } from '../filters/column-name.ts'
import { beginningOf } from '../shortened.ts'
import type { Exploration } from './exploration.ts'

/** The longest name of a query. */
const MAX_LENGTH = 255

/** The name of a query of all rows of a table, as the query of its first rows has been named. */
export const withoutLimit = (name: string): string => name.replace(/ \(first [\d,]+ rows\)$/, '')

/** A name for what was explored, as in `Sales by Month of Day and Shop, filtered`. @param name of the explored query */
export function explorationName(name: string, { groups, conditions }: Exploration): string {
  const by = groups.map(({ column, unit }) => (unit === null ? friendlyName(column) : `${unit} of ${friendlyName(column)}`))
  const grouped = by.length === 0 ? '' : ` by ${[by.slice(0, -1).join(', '), by.at(-1)].filter(Boolean).join(' and ')}`
  return beginningOf(`${name}${grouped}${conditions.length > 0 ? ', filtered' : ''}`, MAX_LENGTH)
}
