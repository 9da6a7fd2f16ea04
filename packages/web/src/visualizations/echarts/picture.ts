import { t } from '@lingui/core/macro'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { saveFile } from '../../ui/save-file.ts'
import type { ChartOption } from './chart-option.ts'
import { framed, heightOfFrame } from './framed.ts'
import type { Legend } from './legend.ts'
import type { ChartTheme } from './theme.ts'
import type { Canvas } from './use-echart.ts'

use([SVGRenderer])

/** The input of an exported image. */
export interface Pictured {
  name: string
  legend: Legend | null
  theme: ChartTheme
  /** Size of the plot on the page in pixels. */
  width: number
  height: number
  draw(canvas: Canvas): ChartOption
}

/** Pixels of the PNG per CSS pixel, so that it is sharp in print. */
const PIXEL_RATIO = 2

export const savePng = async (pictured: Pictured) => saveFile(await pngOf(pictured), pictured.name, 'png')

export const saveSvg = (pictured: Pictured) =>
  saveFile(
    rendered(pictured, 'svg', (chart) => new Blob([chart.renderToSVGString()], { type: 'image/svg+xml' })),
    pictured.name,
    'svg',
  )

/** Draws the chart as a PNG. */
export function pngOf(pictured: Pictured): Promise<Blob> {
  const canvas = rendered(pictured, 'canvas', (chart) => chart.renderToCanvas({ pixelRatio: PIXEL_RATIO }))
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t`The image could not be created.`))), 'image/png'),
  )
}

/** Renders the chart again in a detached element, with its title and legend in the image. */
function rendered<T>(
  { name, legend, theme, width, height, draw }: Pictured,
  renderer: 'canvas' | 'svg',
  take: (chart: ReturnType<typeof init>) => T,
): T {
  const element = document.createElement('div')
  const whole = { width, height: height + heightOfFrame(name, legend, width) }
  const chart = init(element, null, { renderer, ...whole })
  try {
    const option = draw({ width, height, zoom: null })
    chart.setOption({
      ...option,
      ...framed(option, name, legend, theme, width),
      animation: false,
      backgroundColor: theme.surface,
    })
    return take(chart)
  } finally {
    chart.dispose()
  }
}
