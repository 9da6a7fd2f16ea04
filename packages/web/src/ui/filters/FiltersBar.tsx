import { t } from '@lingui/core/macro'
import type { Cell } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { cellName } from '@sightline/domain/format/cell-name.ts'
import { formatDate, isInstant } from '@sightline/domain/format/date.ts'
import { formatsFor } from '@sightline/domain/format/days.ts'
import { useId } from 'react'
import { ChoiceControl } from '../parameters/ChoiceControl.tsx'
import styles from './FiltersBar.module.css'

interface TimeFormats {
  dateFormat: string
  dateTimeFormat: string
  /** The time zone of the reader. */
  timeZone: string
}

interface FiltersBarProps {
  filters: readonly Filter[]
  formats: TimeFormats
  onChange(name: string, current: Cell[]): void
}

const labels = { all: t`Select All`, none: t`Clear`, empty: t`No values` }

/** One dropdown per filter; nothing without filters. A choice applies at once. */
export function FiltersBar({ filters, formats, onChange }: FiltersBarProps) {
  if (filters.length === 0) return null
  return (
    <section className={styles.bar} aria-label={t`Filters`}>
      {filters.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          formats={formats}
          onChange={(current) => onChange(filter.name, current)}
        />
      ))}
    </section>
  )
}

interface FilterFieldProps {
  filter: Filter
  formats: TimeFormats
  onChange(current: Cell[]): void
}

function FilterField({ filter, formats, onChange }: FilterFieldProps) {
  const id = useId()
  const { friendlyName, values, current, multiple } = filter
  // Cells are not all strings, so choices are identified by their index.
  const names = choiceNames(values, formats)
  const choices = names.map((name, place) => ({ value: String(place), name }))
  const selected = new Set(current)
  const chosen = values.flatMap((value, place) => (selected.has(value) ? [String(place)] : []))
  const valueAt = (place: string) => values.slice(Number(place), Number(place) + 1)
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {friendlyName}
      </label>
      <ChoiceControl
        id={id}
        title={friendlyName}
        definition={{ name: filter.name, type: 'enum', ...(multiple ? { multiValuesOptions: {} } : {}) }}
        value={multiple ? chosen : (chosen[0] ?? null)}
        options={{ status: 'ready', choices, find: null }}
        labels={labels}
        size="sm"
        dateFormat=""
        onChange={(typed) => onChange((Array.isArray(typed) ? typed : [typed]).flatMap((place) => valueAt(String(place))))}
      />
    </div>
  )
}

/** The names of the values of a filter: times with a zone on the clock of the reader, as tables show them, others as they are. */
export function choiceNames(values: readonly Cell[], formats: TimeFormats): string[] {
  const { dateTimeFormat, timeZone } = formatsFor(values, formats)
  const isTime = (value: Cell) => typeof value === 'string' && isInstant(value)
  const areTimes = values.every((value) => value === null || isTime(value))
  return values.map((value) => {
    const time = areTimes && typeof value === 'string' ? formatDate(value, dateTimeFormat, timeZone) : null
    return cellName(value, (shown) => time ?? String(shown))
  })
}
