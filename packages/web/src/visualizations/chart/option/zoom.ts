import type { CartesianChart } from '../prepare.ts'
import type { ChartOption, Stage } from './option.ts'

/** Whether a part of x can be looked at alone: where x runs on, not from name to name. */
export const canZoom = ({ data }: CartesianChart, isLying: boolean) =>
  !isLying && (data.scale === 'datetime' || data.scale === 'linear') && data.xs.length > 2

/** Zooming by dragging across the plot, and with the wheel while Ctrl is held: without it the page scrolls as always. */
export function zooming(
  chart: CartesianChart,
  { zoom, theme }: Pick<Stage, 'zoom' | 'theme'>,
  isLying: boolean,
): Pick<ChartOption, 'dataZoom' | 'toolbox'> {
  if (!canZoom(chart, isLying)) return {}
  return {
    dataZoom: [
      {
        type: 'inside',
        xAxisIndex: 0,
        zoomOnMouseWheel: 'ctrl',
        moveOnMouseMove: false,
        moveOnMouseWheel: false,
        preventDefaultMouseMove: false,
        // Lines go on beyond what is seen.
        filterMode: 'none',
        ...(zoom === null ? {} : { startValue: zoom.from, endValue: zoom.to }),
      },
    ],
    // Only its way of dragging is used, none of its buttons.
    toolbox: {
      itemSize: 0,
      feature: {
        dataZoom: {
          yAxisIndex: 'none',
          filterMode: 'none',
          brushStyle: { color: theme.text, opacity: 0.08, borderWidth: 0 },
          title: { zoom: '', back: '' },
        },
      },
    },
  }
}
