import { IconChartLine } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Nothing } from '../Nothing.tsx'
import type { RendererProps } from '../visualization.ts'
import { Chart } from './Chart.tsx'
import { CustomChart } from './CustomChart.tsx'
import type { ChartOptions } from './options.ts'
import { type PreparedChart, prepare } from './prepare.ts'

/** Renders a chart, or one sentence that explains why there is none. */
export function Renderer({ name, options, data, formats, colorScheme, onPick = null }: RendererProps<ChartOptions>) {
  const prepared = useMemo(
    (): PreparedChart =>
      data.kind === 'columns' || data.kind === 'groups' ? prepare(data, options, formats.timeZone) : NOTHING,
    [data, options, formats.timeZone],
  )
  switch (prepared.kind) {
    case 'nothing':
      return <Nothing icon={IconChartLine} reason={prepared.reason} />
    case 'custom':
      return <CustomChart name={name} chart={prepared} options={options} formats={formats} colorScheme={colorScheme} />
    default:
      return (
        <Chart name={name} chart={prepared} options={options} formats={formats} colorScheme={colorScheme} onPick={onPick} />
      )
  }
}

const NOTHING: PreparedChart = { kind: 'nothing', reason: 'No data' }
