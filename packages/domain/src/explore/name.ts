import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import { friendlyName } from '../filters/column-name.ts'
import { i18n } from '../language/i18n.ts'
import { withoutIsolates } from '../language/isolated.ts'
import { localList, localNumber } from '../language/local.ts'
import { beginningOf } from '../shortened.ts'
import { EXPLORED_ROWS } from '../sql-text/preview.ts'
import type { Exploration } from './exploration.ts'
import { measureName } from './measure-name.ts'

// These names are stored, so they are in the language of the user who creates the query.

/** The longest name of a query. */
const MAX_LENGTH = 255

/** The name of a query that loads the first rows of a table, to be explored. */
export const firstRowsName = (table: string): string =>
  withoutIsolates(i18n._('{table} (first {rows} rows)', { table, rows: localNumber(EXPLORED_ROWS) }))

/** The name of a query of all rows of a table, as the query of its first rows has been named, in English or in the user's language. */
export function withoutLimit(name: string): string {
  const [start = '', end = ''] = firstRowsName('\n').split('\n')
  return name.startsWith(start) && name.endsWith(end)
    ? name.slice(start.length, name.length - end.length)
    : name.replace(/ \(first [\d,]+ rows\)$/, '')
}

const times: Record<TimeUnit, (column: string) => string> = {
  hour: (column) => i18n._('hour of {column}', { column }),
  day: (column) => i18n._('day of {column}', { column }),
  week: (column) => i18n._('week of {column}', { column }),
  month: (column) => i18n._('month of {column}', { column }),
  quarter: (column) => i18n._('quarter of {column}', { column }),
  year: (column) => i18n._('year of {column}', { column }),
}

/** The explored query, and whether its stored result is explored rather than its table on the data source. */
interface ExploredQuery {
  name: string
  isStored: boolean
}

/** A name for what was explored that is not the name of the query, as in `Sales by month of Day and Shop, filtered`. */
export function explorationName({ name: queryName, isStored }: ExploredQuery, exploration: Exploration): string {
  const name = measured(isStored ? queryName : withoutLimit(queryName), exploration)
  const filtered = exploration.conditions.length === 0 ? name : i18n._('{name}, filtered', { name })
  const whole = filtered === queryName ? i18n._('Rows of {name}', { name }) : filtered
  return beginningOf(withoutIsolates(whole), MAX_LENGTH)
}

/** Groups say enough; measures of all rows are named themselves. */
function measured(name: string, { groups, measures }: Exploration): string {
  if (groups.length > 0) {
    const by = groups.map(({ column, unit }) => (unit === null ? friendlyName(column) : times[unit](friendlyName(column))))
    return i18n._('{name} by {groups}', { name, groups: localList(by) })
  }
  if (measures.length === 0) return name
  const named = measures.map(({ kind, column }) => measureName({ kind, column: column === null ? null : friendlyName(column) }))
  return i18n._('{name}: {measures}', { name, measures: localList(named) })
}
