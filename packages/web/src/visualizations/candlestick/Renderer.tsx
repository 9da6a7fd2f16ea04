import { t } from '@lingui/core/macro'
import { IconChartCandleFilled } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import type { Stage } from '../echarts/axes.ts'
import { EChartFigure } from '../echarts/EChartFigure.tsx'
import { Nothing } from '../Placeholders.tsx'
import type { RendererProps } from '../visualization.ts'
import { candlestickOption } from './option.ts'
import type { CandlestickOptions } from './options.ts'
import { type Candles, describe, marksOf, type Prepared, prepare, tableOf } from './prepare.ts'

/** Renders how prices moved within each period, or one sentence that explains why there are none. */
export function Renderer(props: RendererProps<CandlestickOptions>) {
  const { data, options, formats } = props
  const prepared = useMemo(
    (): Prepared => (data.kind === 'columns' ? prepare(data, options, formats) : { kind: 'nothing', reason: t`No data` }),
    [data, options, formats],
  )
  if (prepared.kind === 'nothing') return <Nothing icon={IconChartCandleFilled} reason={prepared.reason} />
  return <Prices {...props} candles={prepared} />
}

function Prices({ candles, options, formats, ...props }: RendererProps<CandlestickOptions> & { candles: Candles }) {
  const draw = useCallback((stage: Stage) => candlestickOption(candles, options, formats, stage), [candles, options, formats])
  return (
    <EChartFigure
      {...props}
      words={describe(props.name, candles, options, formats)}
      note={candles.note}
      draw={draw}
      table={() => tableOf(candles, options, formats)}
      marks={marksOf(candles, options)}
    />
  )
}
