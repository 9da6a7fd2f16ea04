import type { Cell } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { useId } from 'react'
import { ChoiceControl } from '../parameters/ChoiceControl.tsx'
import styles from './FiltersBar.module.css'

interface FiltersBarProps {
  filters: readonly Filter[]
  onChange(name: string, current: Cell[]): void
}

const labels = { all: 'Select All', none: 'Clear', empty: 'No values' }

/** One dropdown per filter; nothing without filters. A choice applies at once. */
export function FiltersBar({ filters, onChange }: FiltersBarProps) {
  if (filters.length === 0) return null
  return (
    <section className={styles.bar} aria-label="Filters">
      {filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} onChange={(current) => onChange(filter.name, current)} />
      ))}
    </section>
  )
}

function FilterField({ filter, onChange }: { filter: Filter; onChange(current: Cell[]): void }) {
  const id = useId()
  const { friendlyName, values, current, multiple } = filter
  // Cells are not all strings, so choices are identified by their index.
  const choices = values.map((value, place) => ({ value: String(place), name: value === null ? 'null' : String(value) }))
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
