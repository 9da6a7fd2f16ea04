import { t } from '@lingui/core/macro'
import { MultiSelect, Select } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { TypeIcon } from '../ui/data-table/TypeIcon.tsx'
import styles from './ColumnSelect.module.css'

interface ColumnSelectProps {
  label: string
  columns: readonly SourceColumn[]
  /** Null if none is chosen. */
  value: string | null
  isRequired: boolean
  error: string | null
  onChange(name: string | null): void
}

/** Selects one column of the result. A chosen column that no longer exists is shown as an error. */
export function ColumnSelect({ label, columns, value, isRequired, error, onChange }: ColumnSelectProps) {
  const chosen = columns.find(({ name }) => name === value)
  return (
    <Select
      label={label}
      placeholder={t`Choose column...`}
      data={columns.map(({ name }) => name)}
      value={value}
      onChange={onChange}
      required={isRequired}
      withAsterisk={isRequired}
      clearable={!isRequired}
      clearButtonProps={{ size: 'sm' }}
      searchable
      error={error}
      leftSection={chosen && <TypeIcon column={chosen} />}
      renderOption={({ option }) => <ColumnOption columns={columns} name={option.value} />}
      nothingFoundMessage={t`No matching column`}
    />
  )
}

interface ColumnsSelectProps extends Omit<ColumnSelectProps, 'value' | 'onChange'> {
  value: string[]
  onChange(names: string[]): void
}

/** Selects several columns of the result. */
export function ColumnsSelect({ label, columns, value, isRequired, error, onChange }: ColumnsSelectProps) {
  return (
    <MultiSelect
      label={label}
      classNames={{ input: styles.input, pill: styles.pill }}
      rightSection={<IconChevronDown size={14} stroke={1.75} />}
      rightSectionPointerEvents="none"
      placeholder={value.length === 0 ? t`Choose columns...` : ''}
      data={columns.map(({ name }) => name)}
      value={value}
      onChange={onChange}
      required={isRequired}
      withAsterisk={isRequired}
      searchable
      hidePickedOptions
      error={error}
      renderOption={({ option }) => <ColumnOption columns={columns} name={option.value} />}
      nothingFoundMessage={t`No matching column`}
    />
  )
}

function ColumnOption({ columns, name }: { columns: readonly SourceColumn[]; name: string }) {
  const column = columns.find((candidate) => candidate.name === name)
  return (
    <span className={styles.option}>
      {column && <TypeIcon column={column} />}
      <span className={styles.name}>{name}</span>
    </span>
  )
}
