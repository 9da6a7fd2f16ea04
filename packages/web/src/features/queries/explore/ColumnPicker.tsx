import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { TypeIcon } from '../../../ui/data-table/TypeIcon.tsx'
import styles from './ExplorePanel.module.css'

interface ColumnPickerProps {
  label: string
  columns: readonly SourceColumn[]
  /** null for a picker that adds the chosen column. */
  value: string | null
  placeholder?: string
  disabled?: boolean
  onChange(name: string): void
}

/** More columns are found by typing. */
const MAX_OPTIONS = 200

/** Selects a column by its name. */
export function ColumnPicker({ label, columns, value, placeholder, disabled = false, onChange }: ColumnPickerProps) {
  const chosen = columns.find(({ name }) => name === value)
  return (
    <Select
      className={styles.picker}
      size="xs"
      aria-label={label}
      placeholder={placeholder}
      data={columns.map(({ name }) => name)}
      value={value}
      disabled={disabled}
      searchable
      // A field that gets the focus because it was added does not cover those below it.
      openOnFocus={false}
      limit={MAX_OPTIONS}
      allowDeselect={false}
      // A picker that adds columns is empty again after each choice.
      key={value === null ? columns.length : undefined}
      leftSection={chosen && <TypeIcon column={chosen} />}
      renderOption={({ option }) => <Option columns={columns} name={option.value} />}
      nothingFoundMessage={t`No matching column`}
      onChange={(name) => name !== null && onChange(name)}
    />
  )
}

function Option({ columns, name }: { columns: readonly SourceColumn[]; name: string }) {
  const column = columns.find((candidate) => candidate.name === name)
  return (
    <span className={styles.option}>
      {column && <TypeIcon column={column} />}
      <span className={styles.name}>{name}</span>
    </span>
  )
}
