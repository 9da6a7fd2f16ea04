import { CustomChart } from 'echarts/charts'
import { GridComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, init, setPlatformAPI, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { measureText } from './measure-text.ts'

// Several types need these parts. A type registers further ones itself, so that each loads only its own.
use([CustomChart, GridComponent, TitleComponent, TooltipComponent, CanvasRenderer])
setPlatformAPI({ measureText })

export type { ECharts }

/**
 * Creates an empty chart that shows dates in UTC, like all result dates.
 * @param size pixels of `host`; passing them saves ECharts a measurement that would force a page layout
 */
export const startChart = (host: HTMLElement, { width, height }: { width: number; height: number }): ECharts =>
  init(host, null, {
    renderer: 'canvas',
    width,
    height,
    // A dashboard in full screen is zoomed: its charts stay sharp.
    devicePixelRatio: devicePixelRatio * Math.max(1, host.currentCSSZoom ?? 1),
  })
