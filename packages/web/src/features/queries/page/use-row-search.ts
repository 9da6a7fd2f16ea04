import { useDebouncedValue } from '@mantine/hooks'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { useState } from 'react'

/** The search of the rows waits for the next letter, milliseconds. */
const DELAY_MS = 250

interface RowSearchState {
  /** As it is typed. */
  typed: string
  type(text: string): void
  /** What to look for, once the keys rest; '' for nothing. */
  text: string
}

/** What is looked for in the rows of a result. It goes with the columns that it was typed for, as their order and widths do. */
export function useRowSearch(result: ResultWindow | null): RowSearchState {
  const [typed, type] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), DELAY_MS)
  const columns = result === null ? null : result.result.columns.map(({ name }) => name).join('\n')
  const [searched, setSearched] = useState(columns)
  // While there is no result at all, the next one may be like the last.
  if (columns !== null && columns !== searched) {
    setSearched(columns)
    type('')
  }
  return { typed, type, text: typed.trim() === '' ? '' : settled }
}
