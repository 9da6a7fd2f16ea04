import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import { friendlyName } from '../filters/column-name.ts'
import { i18n } from '../language/i18n.ts'
import { withoutIsolates } from '../language/isolated.ts'
import { localList, localNumber } from '../language/local.ts'
import { beginningOf } from '../shortened.ts'
import { EXPLORED_ROWS } from '../sql-text/preview.ts'
import type { Exploration } from './exploration.ts'

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

/** A name for what was explored, as in `Sales by month of Day and Shop, filtered`. @param name of the explored query */
export function explorationName(name: string, { groups, conditions }: Exploration): string {
  const by = localList(
    groups.map(({ column, unit }) => (unit === null ? friendlyName(column) : times[unit](friendlyName(column)))),
  )
  const grouped = groups.length === 0 ? name : i18n._('{name} by {groups}', { name, groups: by })
  const whole = conditions.length === 0 ? grouped : i18n._('{name}, filtered', { name: grouped })
  return beginningOf(withoutIsolates(whole), MAX_LENGTH)
}
