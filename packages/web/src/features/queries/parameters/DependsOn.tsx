import { Select } from '@mantine/core'
import { type Definition, titleOf } from '@sightline/domain/parameters/definition.ts'
import { useQuery } from '@tanstack/react-query'
import { queryQuery } from '../api.ts'
import styles from './ParameterDialog.module.css'

interface DependsOnProps {
  /** The query whose rows are the options. */
  queryId: number
  /** The parameters beside this one. */
  others: readonly Definition[]
  /** By parameter of the dropdown query: the name of the parameter that gives it its value. */
  value: Record<string, string>
  onChange(value: Record<string, string>): void
}

/** Which parameters the options depend on, where the query behind them has parameters itself. */
export function DependsOn({ queryId, others, value, onChange }: DependsOnProps) {
  const inner = useQuery(queryQuery(queryId)).data?.options.parameters ?? []
  if (inner.length === 0 || others.length === 0) return null
  const choose = (name: string, outer: string | null) => {
    const { [name]: _, ...rest } = value
    onChange(outer ? { ...rest, [name]: outer } : rest)
  }
  return (
    <fieldset className={styles.group}>
      <legend>Values for the parameters of this query</legend>
      {inner.map((definition) => (
        <Select
          key={definition.name}
          label={titleOf(definition)}
          data={[
            { value: '', label: 'Its own stored value' },
            ...others.map((other) => ({ value: other.name, label: `The value of ${titleOf(other)}` })),
          ]}
          value={value[definition.name] ?? ''}
          onChange={(outer) => choose(definition.name, outer)}
        />
      ))}
    </fieldset>
  )
}
