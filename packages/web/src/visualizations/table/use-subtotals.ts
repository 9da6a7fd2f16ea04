import type { Cell } from '@sightline/contract/results.ts'
import { type ColumnGroups, subtotalProblem } from '@sightline/domain/table-columns/subtotals.ts'
import type { ColumnTotal } from '@sightline/domain/table-columns/table-totals.ts'
import { useEffect, useMemo, useState } from 'react'
import type { DataColumn } from '../../ui/data-table/column-layout.ts'
import type { RowSource, Sort } from '../../ui/data-table/row-source.ts'
import { withSubtotals } from '../../ui/data-table/subtotal-rows.ts'

interface SubtotaledRows {
  /** The rows, with a line after each group once these are known. */
  source: RowSource
  /** Hides or shows the rows of a group. */
  toggle(key: Cell): void
}

interface SubtotalOptions {
  isOn: boolean
  sort: Sort
  columns: readonly DataColumn[]
  totals: readonly ColumnTotal[]
}

/** Adds subtotals after each group of rows with the same value in the column by which they are sorted first. */
export function useSubtotals(
  source: RowSource | null,
  { isOn, sort, columns, totals }: SubtotalOptions,
): SubtotaledRows | null {
  const [loaded, setLoaded] = useState<{ key: string; groups: ColumnGroups } | null>(null)
  const [collapsed, setCollapsed] = useState<{ of: string; keys: readonly Cell[] }>({ of: '', keys: [] })
  const [first] = sort
  const others = useMemo(() => totals.filter(({ index }) => index !== first?.column), [totals, first?.column])
  const isAsked = isOn && source?.groups !== undefined && first !== undefined && others.length > 0
  const measures = useMemo(() => others.map(({ measure }) => measure), [others])
  const key = isAsked ? JSON.stringify([source.key, first, measures]) : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the rows, their order and the measures
  useEffect(() => {
    if (key === null || first === undefined) return
    const controller = new AbortController()
    source?.groups?.(first.column, first.descending, measures, controller.signal).then(
      (groups) => setLoaded({ key, groups }),
      // Without them the table has its rows all the same, and the foot says that totals are missing.
      () => {},
    )
    return () => controller.abort()
  }, [key])
  const groups = key !== null && loaded?.key === key ? loaded.groups : null
  const name = source?.columns[first?.column ?? -1]?.name ?? ''
  const hidden = collapsed.of === name ? collapsed.keys : noKeys
  const shown = useMemo((): RowSource | null => {
    if (source === null || groups === null || first === undefined) return source
    const problem = subtotalProblem(groups, name)
    if (problem !== null) return { ...source, subtotalProblem: problem }
    const column = columns.find(({ index }) => index === first.column)
    const nameOf = (cell: Cell) => (cell === null ? (column?.nullText ?? '') : (column?.format(cell) ?? String(cell)))
    return withSubtotals(source, { column: first.column, groups, totals: others, collapsed: hidden, nameOf })
  }, [source, groups, first, columns, others, hidden, name])
  if (shown === null) return null
  return {
    source: shown,
    toggle(cell) {
      const rest = hidden.filter((other) => other !== cell)
      setCollapsed({ of: name, keys: rest.length < hidden.length ? rest : [...hidden, cell] })
    },
  }
}

const noKeys: readonly Cell[] = []
