import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { queryQuery } from '../api.ts'
import { querySearchQuery, recentQueriesQuery } from '../list/api.ts'

/** The search waits for the next letter, milliseconds. */
const SEARCH_DELAY_MS = 250

interface QueryPickerProps {
  label: string
  /** Id of the chosen query; null for none. */
  value: number | null
  /** A query that is not offered: the one that would depend on itself. */
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
  // What stands in the field is the name of the chosen query until somebody types.
  const q = term === name ? '' : term
  const recent = useQuery({ ...recentQueriesQuery, enabled: q === '' })
  const search = useQuery({ ...querySearchQuery(q), enabled: q !== '' })
  const found = (q === '' ? recent.data : search.data?.results) ?? []
  const offered = found.filter(({ id }) => id !== value && id !== without)
  useEffect(() => {
    if (chosen.error !== null) notify.error('Something went wrong...', "Couldn't select query")
  }, [chosen.error])
  const data = [
    ...(value === null ? [] : [{ value: String(value), label: name ?? `Query ${value}` }]),
    ...offered.map((query) => ({ value: String(query.id), label: query.name })),
  ]
  const nothing = q === '' ? 'You have no recent queries. Search for one by its name.' : "Sorry, we couldn't find anything."
  return (
    <Select
      label={label}
      placeholder="Search a query by name"
      searchable
      data={data}
      // The server has searched already.
      filter={({ options }) => options}
      value={value === null ? null : String(value)}
      onChange={(id) => id !== null && onChange(Number(id))}
      onSearchChange={setTyped}
      maxDropdownHeight="50vh"
      nothingFoundMessage={recent.isFetching || search.isFetching ? 'Loading...' : nothing}
      error={error ?? (chosen.error === null ? null : 'This query is gone, or not for you to see.')}
    />
  )
}
