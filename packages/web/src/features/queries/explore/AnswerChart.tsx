import { t } from '@lingui/core/macro'
import { IconChartLine } from '@tabler/icons-react'
import { useFormats } from '../../../app/use-formats.ts'
import { Nothing } from '../../../visualizations/Placeholders.tsx'
import { VisualizationView } from '../../../visualizations/VisualizationView.tsx'
import type { PickMark } from '../../../visualizations/visualization.ts'
import type { ChartOfGroups } from './chart-options.ts'
import type { Answer } from './use-explored.ts'

interface AnswerChartProps {
  answer: Answer
  options: ChartOfGroups
  /** Shows the rows behind a mark on the columns of the chart. */
  onInspect: PickMark
}

/** The answer as a chart. */
export function AnswerChart({ answer: { key, charted }, options, onInspect }: AnswerChartProps) {
  const formats = useFormats()
  if (options.columnMapping === undefined)
    return <Nothing icon={IconChartLine} reason={t`A chart needs a group and a number: choose a column to group by.`} />
  return (
    <VisualizationView
      visualization={{ type: 'CHART', name: t`Explored result`, options }}
      loadData={charted.loadData}
      columns={charted.columns}
      formats={formats}
      place="explore page"
      refreshKey={key}
      onInspect={onInspect}
    />
  )
}
