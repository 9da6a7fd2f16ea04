import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '@sightline/contract/api.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { queryQuery } from '../api.ts'

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
  const found = useQuery({
    queryKey: ['queries', 'lists', 'picker', q],
    queryFn: ({ signal }) => call(api.queries.list, { query: { q, page_size: '20' }, signal }),
    placeholderData: keepPreviousData,
  })
  const offered = (found.data?.results ?? []).filter(({ id }) => id !== value && id !== without)
  const data = [
    ...(value === null ? [] : [{ value: String(value), label: name ?? `Query ${value}` }]),
    ...offered.map((query) => ({ value: String(query.id), label: query.name })),
  ]
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
      nothingFoundMessage={found.isFetching ? 'Loading...' : "Sorry, we couldn't find anything."}
      error={error ?? (chosen.error === null ? null : 'This query is gone, or not for you to see.')}
    />
  )
}
