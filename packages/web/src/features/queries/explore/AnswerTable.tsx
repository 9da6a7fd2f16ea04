import { t } from '@lingui/core/macro'
import {
  type Exploration,
  isGrouped,
  isSameSort,
  isSameTerm,
  MAX_CONDITIONS,
  type SortKey,
  withSort,
} from '@sightline/domain/explore/exploration.ts'
import { answerSort } from '@sightline/domain/explore/pivot.ts'
import { useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { useFormats } from '../../../app/use-formats.ts'
import { TableOptions } from '../../../visualizations/table/options.ts'
import { VisualizationView } from '../../../visualizations/VisualizationView.tsx'
import type { Answer } from './use-explored.ts'

interface AnswerTableProps {
  answer: Answer
  exploration: Exploration
  onChange(exploration: Exploration): void
}

/**
 * The answer as a table. Its heads change the order of the exploration and, of rows without groups, its filters; what else its reader
 * changes lasts as long as its columns.
 */
export function AnswerTable({ answer, exploration, onChange }: AnswerTableProps) {
  const formats = useFormats()
  const { columns, terms } = answer
  const names = JSON.stringify(columns.map(({ name }) => name))
  const [own, setOwn] = useState<{ of: string; options: Record<string, unknown> }>({ of: names, options: {} })
  const options = own.of === names ? own.options : {}
  const keys = answerSort(exploration)
  const sort = keys.flatMap(({ descending, ...key }) => {
    const name = columns[terms.findIndex((term) => isSameTerm(term, key))]?.name
    return name === undefined ? [] : [{ column: name, descending }]
  })
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
