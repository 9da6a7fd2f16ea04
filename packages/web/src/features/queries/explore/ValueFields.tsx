import { t } from '@lingui/core/macro'
import { MultiSelect, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import type { Cell } from '@sightline/contract/results.ts'
import { isNumber } from '@sightline/domain/explore/exploration.ts'
import { cellName } from '@sightline/domain/format/cell-name.ts'
import { valueText } from '@sightline/domain/format/value.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '../../../app/use-formats.ts'
import { sessionReader } from '../../../results/result-reader.ts'
import { useCalendarProps } from '../../../ui/calendar-props.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../ui/SearchBox.tsx'
import styles from './ValueFields.module.css'

interface TypedValueProps {
  label: string
  value: Cell
  /** A number is required; otherwise any text. */
  isNumeric: boolean
  /** Called while typing. */
  onType(text: string): void
}

/** A number or text that is applied while it is typed. It follows its value when that changes elsewhere. */
export function TypedValue({ label, value, isNumeric, onType }: TypedValueProps) {
  const applied = value === null ? '' : String(value)
  const [typed, setTyped] = useState({ text: applied, reported: applied })
  const report = useDebouncedCallback((text: string) => {
    setTyped((now) => ({ ...now, reported: text }))
    onType(text)
  }, SEARCH_DEBOUNCE_MS)
  if (applied !== typed.reported) setTyped({ text: applied, reported: applied })
  const isBad = isNumeric && typed.text !== '' && !isNumber(typed.text)
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={isNumeric ? t`Number` : t`Text`}
      inputMode={isNumeric ? 'decimal' : undefined}
      value={typed.text}
      error={isBad ? t`Write a number such as 1200.5.` : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped((now) => ({ ...now, text }))
        if (!isNumeric || text === '' || isNumber(text)) report(text)
      }}
      onBlur={report.flush}
      onKeyDown={(event) => event.key === 'Enter' && report.flush()}
    />
  )
}

/** A day. */
export function DayValue({ label, value, onChange }: { label: string; value: Cell; onChange(day: string | null): void }) {
  const { dateFormat } = useFormats()
  const calendarProps = useCalendarProps()
  return (
    <DateInput
      {...calendarProps}
      size="xs"
      aria-label={label}
      placeholder={t`Day`}
      valueFormat={dateFormat === '' ? 'YYYY-MM-DD' : dateFormat}
      value={typeof value === 'string' ? value : null}
      clearable
      clearButtonProps={{ 'aria-label': t`Clear day` }}
      onChange={onChange}
    />
  )
}

interface CellValuesProps {
  label: string
  resultId: number
  column: SourceColumn
  /** Index of the column. */
  place: number
  values: readonly Cell[]
  onChange(values: Cell[]): void
}

/** Values on offer at a time; others are found by typing. */
const OFFERED = 50

/** Selects among the values of a column, the most frequent first. */
export function CellValues({ label, resultId, column, place, values, onChange }: CellValuesProps) {
  const formats = useFormats()
  const [search, setSearch] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [sought] = useDebouncedValue(search.trim(), SEARCH_DEBOUNCE_MS)
  const found = useQuery({
    queryKey: ['results', resultId, 'values', place, sought],
    queryFn: ({ signal }) =>
      sessionReader.distinct(resultId, { column: place, search: sought || undefined, limit: OFFERED }, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Cells are not all strings.
  const key = (cell: Cell) => JSON.stringify(cell)
  const cells = [
    ...new Map([...values, ...(found.data?.values ?? []).map(({ value }) => value)].map((cell) => [key(cell), cell])),
  ]
  const textOf = (cell: Cell) => cellName(cell, (value) => valueText(value, column.type, formats))
  return (
    <MultiSelect
      size="xs"
      aria-label={label}
      placeholder={values.length === 0 ? t`Choose values...` : ''}
      data={cells.map(([value, cell]) => ({ value, label: textOf(cell) }))}
      value={values.map(key)}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setIsOpen(true)}
      classNames={{ input: styles.values, pill: styles.value, inputField: styles.search }}
      rightSection={<IconChevronDown size={14} stroke={1.75} />}
      rightSectionPointerEvents="none"
      // The server has searched.
      filter={({ options }) => options}
      hidePickedOptions
      nothingFoundMessage={
        found.isError ? t`The values could not be loaded.` : found.isPending ? t`Loading...` : t`No matching value`
      }
      onChange={(keys) => onChange(cells.flatMap(([value, cell]) => (keys.includes(value) ? [cell] : [])))}
    />
  )
}
