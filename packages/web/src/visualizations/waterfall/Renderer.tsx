import { t } from '@lingui/core/macro'
import { IconStairsUp } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import type { Stage } from '../echarts/axes.ts'
import { EChartFigure } from '../echarts/EChartFigure.tsx'
import { Nothing } from '../Placeholders.tsx'
import type { RendererProps } from '../visualization.ts'
import { waterfallOption } from './option.ts'
import type { WaterfallOptions } from './options.ts'
import { describe, marksOf, type Prepared, prepare, tableOf, type Waterfall } from './prepare.ts'

/** Renders how steps add up to a total, or one sentence that explains why there is none. */
export function Renderer(props: RendererProps<WaterfallOptions>) {
  const { data, options, formats } = props
  const prepared = useMemo(
    (): Prepared => (data.kind === 'columns' ? prepare(data, options, formats) : { kind: 'nothing', reason: t`No data` }),
    [data, options, formats],
  )
  if (prepared.kind === 'nothing') return <Nothing icon={IconStairsUp} reason={prepared.reason} />
  return <Steps {...props} waterfall={prepared} />
}

function Steps({ waterfall, options, formats, ...props }: RendererProps<WaterfallOptions> & { waterfall: Waterfall }) {
  const draw = useCallback((stage: Stage) => waterfallOption(waterfall, options, formats, stage), [waterfall, options, formats])
  return (
    <EChartFigure
      {...props}
      words={describe(props.name, waterfall, options, formats)}
      note={waterfall.note}
      draw={draw}
      table={() => tableOf(waterfall, options, formats)}
      marks={marksOf(waterfall, options)}
    />
  )
}
