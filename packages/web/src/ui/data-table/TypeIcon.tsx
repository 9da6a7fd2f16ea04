import { IconBraces, IconCalendar, IconCheckbox, IconHash, IconLetterCase } from '@tabler/icons-react'
import type { SourceColumn } from './row-source.ts'

const icons = {
  integer: IconHash,
  float: IconHash,
  boolean: IconCheckbox,
  string: IconLetterCase,
  datetime: IconCalendar,
  date: IconCalendar,
}

const nested = /json|struct|map|\[\]|array|object/i

/** The icon of a column's type, shown before its name. */
export function TypeIcon({ column, className }: { column: SourceColumn; className?: string }) {
  const Icon = nested.test(column.source_type) ? IconBraces : icons[column.type ?? 'string']
  return <Icon size={13} stroke={1.75} className={className} aria-hidden />
}
