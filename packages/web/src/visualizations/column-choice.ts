import { namesThing } from '@sightline/domain/format/column-format.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { localList } from '@sightline/domain/language/local.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'

export const isNumeric = ({ type }: Pick<SourceColumn, 'type'>) => type === 'integer' || type === 'float'
export const isTime = ({ type }: Pick<SourceColumn, 'type'>) => type === 'date' || type === 'datetime'

/** The columns with numbers, those that measure something first. */
export function measureColumns(columns: readonly SourceColumn[]): SourceColumn[] {
  const numeric = columns.filter(isNumeric)
  const isKey = ({ name }: SourceColumn) => namesThing(name, [])
  return [...numeric.filter((column) => !isKey(column)), ...numeric.filter(isKey)]
}

/** A sentence that names the first of the chosen columns that the result does not have; null if it has all. */
export function goneSentence(chosen: readonly (string | null)[], columns: readonly SourceColumn[]): string | null {
  const gone = chosen.find((name) => name !== null && columns.every((column) => column.name !== name))
  return gone ? i18n._('The result has no column “{gone}”.', { gone }) : null
}

/** A sentence that names all chosen columns that the result no longer has; null if it has them all. */
export function allGoneSentence(chosen: readonly string[], columns: readonly Pick<SourceColumn, 'name'>[]): string | null {
  const gone = chosen.filter((wanted) => columns.every(({ name }) => name !== wanted))
  if (gone.length === 0) return null
  return i18n._(
    '{count, plural, one {The result no longer has the column {names}.} other {The result no longer has the columns {names}.}}',
    { count: gone.length, names: localList(gone.map((name) => `“${name}”`)) },
  )
}
