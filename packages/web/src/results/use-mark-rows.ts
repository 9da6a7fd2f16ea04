import { useMemo, useState } from 'react'
import { ApiError } from '../api/error.ts'
import type { LoadData } from '../visualizations/use-result-data.ts'
import { markRows, type RowsOfMark } from './mark-rows.ts'
import type { ResultReader } from './result-reader.ts'

interface RowsBehindMark {
  load: LoadData
  /** Whether the rows cannot be loaded, because the result has been removed. */
  isGone: boolean
}

/** The rows behind a mark. Pass the same filters, conditions and reader while they do not change. */
export function useMarkRows({ first, filters, conditions, timeZone }: RowsOfMark, reader: ResultReader): RowsBehindMark {
  const [goneId, setGoneId] = useState<number | null>(null)
  const { id } = first.result
  const load = useMemo(
    () =>
      markRows(
        { first, filters, conditions, timeZone },
        watched(reader, () => setGoneId(id)),
      ),
    [first, filters, conditions, timeZone, reader, id],
  )
  return { load, isGone: goneId === id }
}

/** A reader that reports that a result does not exist any more. */
const watched = (reader: ResultReader, onGone: () => void): ResultReader => ({
  ...reader,
  async window(id, request, signal) {
    try {
      return await reader.window(id, request, signal)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) onGone()
      throw error
    }
  },
})
