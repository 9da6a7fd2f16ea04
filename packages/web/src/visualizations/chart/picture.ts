import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { saveFile } from '../../ui/save-file.ts'
import { framed, heightOfFrame } from './framed.ts'
import type { Legend } from './legend.ts'
import type { ChartOption } from './option/option.ts'
import type { ChartTheme } from './theme.ts'
import type { Canvas } from './use-echart.ts'

use([SVGRenderer])

/** What a picture is made of. */
export interface Pictured {
  name: string
  legend: Legend | null
  theme: ChartTheme
  /** Pixels of the plot on the page. */
  width: number
  height: number
  draw(canvas: Canvas): ChartOption
}

/** Pixels of a PNG for one of the page: sharp in print. */
const PIXEL_RATIO = 2

/** Puts the chart on the clipboard; false where the browser does not let it. */
export async function copyPng(pictured: Pictured): Promise<boolean> {
  try {
    // The promise goes into the item: the browser wants to be asked in the same moment as the click.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(pictured) })])
    return true
  } catch {
    return false
  }
}

export const savePng = async (pictured: Pictured) => saveFile(await pngOf(pictured), `${pictured.name}.png`)

export const saveSvg = (pictured: Pictured) =>
  saveFile(
    rendered(pictured, 'svg', (chart) => new Blob([chart.renderToSVGString()], { type: 'image/svg+xml' })),
    `${pictured.name}.svg`,
  )

function pngOf(pictured: Pictured): Promise<Blob> {
  const canvas = rendered(pictured, 'canvas', (chart) => chart.renderToCanvas({ pixelRatio: PIXEL_RATIO }))
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))), 'image/png'),
  )
}

/** Draws the chart once more, out of sight, with its name and its legend in the picture. */
function rendered<T>(
  { name, legend, theme, width, height, draw }: Pictured,
  renderer: 'canvas' | 'svg',
  take: (chart: ReturnType<typeof init>) => T,
): T {
  const element = document.createElement('div')
  const whole = { width, height: height + heightOfFrame(name, legend) }
  const chart = init(element, null, { renderer, ...whole })
  try {
    const option = draw({ element, width, height, zoom: null })
    chart.setOption({ ...option, ...framed(option, name, legend, theme), animation: false, backgroundColor: theme.surface })
    return take(chart)
  } finally {
    chart.dispose()
  }
}
