import { t } from '@lingui/core/macro'
import type { Cell } from '@sightline/contract/results.ts'
import {
  type Exploration,
  type ExploredColumn,
  isGrouped,
  isSameSort,
  isSameTerm,
  MAX_CONDITIONS,
  type SortKey,
  withSort,
} from '@sightline/domain/explore/exploration.ts'
import { answerSort } from '@sightline/domain/explore/pivot.ts'
import { useMemo, useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { useFormats } from '../../../app/use-formats.ts'
import { TableOptions } from '../../../visualizations/table/options.ts'
import { VisualizationView } from '../../../visualizations/VisualizationView.tsx'
import type { PickMark } from '../../../visualizations/visualization.ts'
import { markOfCell } from './result-mark.ts'
import type { Answer } from './use-explored.ts'

interface AnswerTableProps {
  answer: Answer
  /** Of the result. */
  columns: readonly ExploredColumn[]
  exploration: Exploration
  onChange(exploration: Exploration): void
  /** Shows the rows behind a cell, as a mark on the columns of its groups. */
  onInspect: PickMark
}

/**
 * The answer as a table. Its heads change the order of the exploration and, of rows without groups, its filters; what else its reader
 * changes lasts as long as its columns.
 */
export function AnswerTable({ answer, columns: all, exploration, onChange, onInspect }: AnswerTableProps) {
  const formats = useFormats()
  const { columns, terms } = answer
  const names = JSON.stringify(columns.map(({ name }) => name))
  const [own, setOwn] = useState<{ of: string; options: Record<string, unknown> }>({ of: names, options: {} })
  const options = own.of === names ? own.options : {}
  // The keys of groups are not computed from rows.
  const computed = useMemo(() => new Set(terms.flatMap(({ kind }, at) => (kind === null ? [] : [at]))), [terms])
  const keys = answerSort(exploration)
  const sort = keys.flatMap(({ descending, ...key }) => {
    const name = columns[terms.findIndex((term) => isSameTerm(term, key))]?.name
    return name === undefined ? [] : [{ column: name, descending }]
  })
  const show = (row: readonly Cell[], column: number) => {
    const term = terms[column]
    if (term !== undefined) onInspect(markOfCell(answer.charted.exploration, all, row, term))
  }
  const arrange = (patch: Record<string, unknown>) => {
    const changed = TableOptions.parse(patch)
    if (patch.sort !== undefined) onChange(sortedByHead(exploration, keys, sortKeys(changed.sort)))
    else if (patch.filters === undefined) setOwn({ of: names, options: { ...options, ...patch } })
    else if (changed.filters.length <= MAX_CONDITIONS) onChange({ ...exploration, conditions: changed.filters })
    else notify.error(t`Up to ${MAX_CONDITIONS} filters are possible.`)
  }
  const sortKeys = (wanted: TableOptions['sort']) =>
    wanted.flatMap(({ column, descending }): SortKey[] => {
      const term = terms[columns.findIndex(({ name }) => name === column)]
      return term ? [{ ...term, descending }] : []
    })
  // The filters of groups are about other columns than those of the table.
  const filters = isGrouped(exploration) ? [] : exploration.conditions
  return (
    <VisualizationView
      visualization={{ type: 'TABLE', name: t`Explored result`, options: { ...options, sort, filters } }}
      loadData={answer.loadData}
      columns={columns}
      formats={formats}
      place="explore page"
      refreshKey={answer.key}
      onArrange={arrange}
      cellRows={computed.size === 0 ? null : { columns: computed, show }}
    />
  )
}

/** The third click on a head takes its column out of the order. If the groups then have the same order as before, it is turned. */
function sortedByHead(exploration: Exploration, before: readonly SortKey[], chosen: readonly SortKey[]): Exploration {
  const next = withSort(exploration, chosen)
  const [first] = before
  if (chosen.length > 0 || first === undefined || !isSameSort(answerSort(next), before)) return next
  return withSort(exploration, [{ ...first, descending: !first.descending }])
}
