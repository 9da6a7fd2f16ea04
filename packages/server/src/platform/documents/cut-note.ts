import { i18n } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'

/** How many there are, and how many of them are shown. */
export interface ShownOf {
  shown: number
  all: number
}

/** A sentence such as `Shows 20 of 200 rows and 4 of 6 columns.`; '' if all are there. */
export function cutNote(rows: ShownOf, columns: ShownOf): string {
  const texts = {
    rows: localNumber(rows.shown),
    allRows: localNumber(rows.all),
    columns: localNumber(columns.shown),
    allColumns: localNumber(columns.all),
  }
  const [fewerRows, fewerColumns] = [rows.shown < rows.all, columns.shown < columns.all]
  if (fewerRows && fewerColumns) return i18n._('Shows {rows} of {allRows} rows and {columns} of {allColumns} columns.', texts)
  if (fewerRows) return i18n._('Shows {rows} of {allRows} rows.', texts)
  return fewerColumns ? i18n._('Shows {columns} of {allColumns} columns.', texts) : ''
}
