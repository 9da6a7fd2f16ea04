import { t } from '@lingui/core/macro'
import { IconChartHistogram } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import type { Stage } from '../echarts/axes.ts'
import { EChartFigure } from '../echarts/EChartFigure.tsx'
import { Nothing } from '../Placeholders.tsx'
import type { RendererProps } from '../visualization.ts'
import { histogramOption } from './option.ts'
import type { HistogramOptions } from './options.ts'
import { describe, type Histogram, marksOf, type Prepared, prepare, tableOf } from './prepare.ts'

/** Renders how many rows have a number in each range, or one sentence that explains why there is none. */
export function Renderer(props: RendererProps<HistogramOptions>) {
  const { data, options, formats } = props
  const prepared = useMemo(
    (): Prepared => (data.kind === 'groups' ? prepare(data, options, formats) : { kind: 'nothing', reason: t`No data` }),
    [data, options, formats],
  )
  if (prepared.kind === 'nothing') return <Nothing icon={IconChartHistogram} reason={prepared.reason} />
  return <Bars {...props} histogram={prepared} />
}

function Bars({ histogram, options, formats, ...props }: RendererProps<HistogramOptions> & { histogram: Histogram }) {
  const draw = useCallback((stage: Stage) => histogramOption(histogram, options, formats, stage), [histogram, options, formats])
  return (
    <EChartFigure
      {...props}
      words={describe(props.name, histogram, formats)}
      note={histogram.note}
      draw={draw}
      table={() => tableOf(histogram, formats)}
      marks={props.data.kind === 'groups' ? marksOf(histogram, props.data.columns, options) : []}
    />
  )
}
