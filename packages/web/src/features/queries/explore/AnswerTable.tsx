import { t } from '@lingui/core/macro'
import { type Exploration, isSameTerm, type SortKey, sortOf, withSort } from '@sightline/domain/explore/exploration.ts'
import { isPivoted, rowSort } from '@sightline/domain/explore/pivot.ts'
import { useState } from 'react'
import { useFormats } from '../../../app/use-formats.ts'
import { TableOptions } from '../../../visualizations/table/options.ts'
import { VisualizationView } from '../../../visualizations/VisualizationView.tsx'
import type { Answer } from './use-explored.ts'

interface AnswerTableProps {
  answer: Answer
  exploration: Exploration
  onSort(exploration: Exploration): void
}

/** The answer as a table. Its heads change the order of the exploration; what else its reader changes lasts as long as its columns. */
export function AnswerTable({ answer, exploration, onSort }: AnswerTableProps) {
  const formats = useFormats()
  const { columns, terms } = answer
  const names = JSON.stringify(columns.map(({ name }) => name))
  const [own, setOwn] = useState<{ of: string; options: Record<string, unknown> }>({ of: names, options: {} })
  const options = own.of === names ? own.options : {}
  const keys = isPivoted(exploration) ? rowSort(exploration) : sortOf(exploration)
  const sort = keys.flatMap(({ descending, ...key }) => {
    const name = columns[terms.findIndex((term) => isSameTerm(term, key))]?.name
    return name === undefined ? [] : [{ column: name, descending }]
  })
  const arrange = (patch: Record<string, unknown>) => {
    if (patch.sort === undefined) return setOwn({ of: names, options: { ...options, ...patch } })
    const wanted = TableOptions.parse(patch).sort
    const chosen = wanted.flatMap(({ column, descending }): SortKey[] => {
      const term = terms[columns.findIndex(({ name }) => name === column)]
      return term ? [{ ...term, descending }] : []
    })
    // The lines of a pivot table are also sorted by the values of one of its columns, which no SQL of its cells does.
    setOwn({ of: names, options: { ...options, sort: chosen.length < wanted.length ? wanted : undefined } })
    if (chosen.length === wanted.length) onSort(sortedByHead(exploration, keys, chosen))
  }
  return (
    <VisualizationView
      visualization={{ type: 'TABLE', name: t`Explored result`, options: { ...options, sort: options.sort ?? sort } }}
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
  if (chosen.length > 0 || first === undefined || JSON.stringify(sortOf(next)) !== JSON.stringify(before)) return next
  return withSort(exploration, [{ ...first, descending: !first.descending }])
}
