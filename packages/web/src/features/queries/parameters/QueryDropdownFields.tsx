import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Definition, titleOf } from '@sightline/domain/parameters/definition.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { queryQuery, querySearchQuery, recentQueriesQuery } from '../api.ts'
import styles from './ParameterDialog.module.css'

/** Milliseconds without a key before queries are searched. */
const SEARCH_DELAY_MS = 250

interface QueryPickerProps {
  label: string
  /** Id of the chosen query; null for none. */
  value: number | null
  /** A query that is not offered, because its dropdown would depend on itself. */
  without: number | null
  error: string | null
  onChange(id: number): void
}

/** Chooses a query by searching for it. */
export function QueryPicker({ label, value, without, error, onChange }: QueryPickerProps) {
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS)
  const chosen = useQuery({ ...queryQuery(value ?? 0), enabled: value !== null })
  const name = chosen.data?.name
  // Until the user types, the field shows the name of the chosen query.
  const q = term === name ? '' : term
  const recent = useQuery({ ...recentQueriesQuery, enabled: q === '' })
  const search = useQuery({ ...querySearchQuery(q), enabled: q !== '' })
  const found = (q === '' ? recent.data : search.data?.results) ?? []
  const offered = found.filter(({ id }) => id !== value && id !== without)
  useEffect(() => {
    if (chosen.error !== null) notify.error(t`Something went wrong...`, t`Couldn't select query`)
  }, [chosen.error])
  const data = [
    ...(value === null ? [] : [{ value: String(value), label: name ?? t`Query ${value}` }]),
    ...offered.map((query) => ({ value: String(query.id), label: query.name })),
  ]
  const nothing = q === '' ? t`No recent queries. Search by name.` : t`Sorry, we couldn't find anything.`
  return (
    <Select
      label={label}
      placeholder={t`Search a query by name`}
      searchable
      data={data}
      // The server has already searched.
      filter={({ options }) => options}
      value={value === null ? null : String(value)}
      onChange={(id) => id !== null && onChange(Number(id))}
      onSearchChange={setTyped}
      maxDropdownHeight="50vh"
      nothingFoundMessage={recent.isFetching || search.isFetching ? t`Loading...` : nothing}
      error={error ?? (chosen.error === null ? null : t`This query does not exist, or you cannot see it.`)}
    />
  )
}

interface DependsOnProps {
  /** The query whose rows are the options. */
  queryId: number
  /** The other parameters of the query being edited. */
  others: readonly Definition[]
  /** The parameter that supplies each parameter of the dropdown query, by name. */
  value: Record<string, string>
  onChange(value: Record<string, string>): void
}

/** Which parameters the options depend on, if the query behind the dropdown has parameters itself. */
export function DependsOn({ queryId, others, value, onChange }: DependsOnProps) {
  const inner = useQuery(queryQuery(queryId)).data?.options.parameters ?? []
  if (inner.length === 0 || others.length === 0) return null
  const choose = (name: string, outer: string | null) => {
    const { [name]: _, ...rest } = value
    onChange(outer ? { ...rest, [name]: outer } : rest)
  }
  return (
    <fieldset className={styles.group}>
      <legend>
        <Trans>Values for the parameters of this query</Trans>
      </legend>
      {inner.map((definition) => (
        <Select
          key={definition.name}
          label={titleOf(definition)}
          data={[
            { value: '', label: t`Its stored value` },
            ...others.map((other) => ({ value: other.name, label: t`The value of ${titleOf(other)}` })),
          ]}
          value={value[definition.name] ?? ''}
          onChange={(outer) => choose(definition.name, outer)}
        />
      ))}
    </fieldset>
  )
}
