import type { ECharts } from './echarts.ts'
import type { WalkStep } from './mark-walk.ts'

interface TippedChart {
  /** Null until the chart is drawn. */
  instance: ECharts | null
  /** Adds tooltips to the chart, which it gets with the first pointer or key. */
  meet(): void
}

/** Shows the tooltip of a mark of a chart; null hides it. */
export function showTip({ instance, meet }: TippedChart, step: WalkStep | null): void {
  if (instance === null) return
  if (step === null) return void instance.dispatchAction({ type: 'hideTip' })
  meet()
  instance.dispatchAction({ type: 'showTip', seriesIndex: seriesIndexOf(instance, step), dataIndex: step.dataIndex })
}

function seriesIndexOf(instance: ECharts, { seriesId }: WalkStep): number {
  if (seriesId === null) return 0
  const { series } = instance.getOption() as { series?: { id?: string }[] }
  return series?.findIndex(({ id }) => id === seriesId) ?? 0
}
