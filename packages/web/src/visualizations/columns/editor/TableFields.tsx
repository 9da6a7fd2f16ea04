import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { totalsFor } from '@sightline/domain/table-columns/column-totals.ts'
import type { StoredColumn } from '@sightline/domain/table-columns/stored-columns.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { totalName } from '@sightline/domain/table-columns/table-totals.ts'
import { DebouncedInput, SwitchRow } from '../../EditorFields.tsx'
import { FieldPair } from '../../EditorTabs.tsx'

interface TableFieldsProps {
  column: TableColumn
  onChange(patch: Partial<StoredColumn>): void
}

/** The options that only columns of a table have: search, place, group and total. */
export function TableFields({ column, onChange }: TableFieldsProps) {
  const totals = totalsFor(column)
  // A stored total stays, even if it does not suit the column any more.
  const offered = totals.includes(column.total) ? totals : [...totals, column.total]
  return (
    <>
      <SwitchRow label={t`Use for search`} checked={column.allowSearch} onChange={(allowSearch) => onChange({ allowSearch })} />
      <SwitchRow label={t`Pin to the left`} checked={column.pinned} onChange={(pinned) => onChange({ pinned })} />
      <FieldPair>
        <Select
          label={t`Total`}
          data={offered.map((kind) => ({ value: kind, label: totalName(kind) }))}
          value={column.total}
          allowDeselect={false}
          onChange={(next) => onChange({ total: offered.find((kind) => kind === next) ?? column.total })}
        />
        <DebouncedInput label={t`Group`} value={column.group} onChange={(group) => onChange({ group })} />
      </FieldPair>
    </>
  )
}
