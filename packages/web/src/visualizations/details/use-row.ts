import type { Cell } from '@sightline/contract/results.ts'
import { useEffect, useState } from 'react'
import type { RowSource } from '../../ui/data-table/row-source.ts'
import { ROWS_PER_PAGE } from './prepare.ts'

interface LoadedRow {
  cells: Cell[]
  total: number
}

/** One row of a source; while the next one loads the last one stays. */
export function useRow(source: RowSource, offset: number): { row: LoadedRow | null; hasFailed: boolean; retry(): void } {
  const [loaded, setLoaded] = useState<{ key: string; row: LoadedRow } | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks once more
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setHasFailed(false)
    read(source, offset, signal).then(
      (row) => !signal.aborted && setLoaded({ key: source.key, row }),
      () => !signal.aborted && setHasFailed(true),
    )
    return () => controller.abort()
  }, [source, offset, attempt])

  return { row: loaded?.key === source.key ? loaded.row : null, hasFailed, retry: () => setAttempt((now) => now + 1) }
}

async function read(source: RowSource, offset: number, signal: AbortSignal): Promise<LoadedRow> {
  const { total, rows } = await source.load({ offset, limit: ROWS_PER_PAGE, sort: [] }, signal)
  return { cells: rows[0] ?? [], total: total ?? (await source.count?.([], signal)) ?? source.rowCount }
}
