import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { saveFile } from '../../ui/save-file.ts'
import type { Legend } from './legend.ts'
import type { ChartOption } from './option/option.ts'
import type { ChartTheme } from './theme.ts'
import type { Canvas } from './use-drawing.ts'

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

const TITLE_HEIGHT = 36
const LEGEND_HEIGHT = 32
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
  const whole = { width, height: height + TITLE_HEIGHT + (legend ? LEGEND_HEIGHT : 0) }
  const chart = init(element, null, { renderer, ...whole })
  try {
    const option = draw({ element, width, height, zoom: null })
    chart.setOption({ ...option, ...framed(option, name, legend, theme), animation: false, backgroundColor: theme.surface })
    return take(chart)
  } finally {
    chart.dispose()
  }
}

/** The name above the chart, and below it its legend in the colours of the page. */
function framed(option: ChartOption, name: string, legend: Legend | null, theme: ChartTheme): ChartOption {
  const titles = Array.isArray(option.title) ? option.title : option.title ? [option.title] : []
  const names = new Map(legend?.entries.map((entry) => [entry.key, entry.name]))
  const grids = Array.isArray(option.grid) ? option.grid : option.grid ? [option.grid] : []
  const text = { color: theme.text2, fontSize: 12, fontFamily: theme.font }
  return {
    title: [
      { text: name, left: 20, top: 14, padding: 0, textStyle: { ...text, color: theme.text, fontSize: 14, fontWeight: 600 } },
      ...titles.map((title) => ({ ...title, top: Number(title.top ?? 0) + TITLE_HEIGHT })),
    ],
    ...(grids.length > 0
      ? {
          grid: grids.map((grid) => ({
            ...grid,
            top: Number(grid.top ?? 0) + TITLE_HEIGHT,
            bottom: Number(grid.bottom ?? 0) + (legend ? LEGEND_HEIGHT : 0),
          })),
        }
      : {}),
    ...(Array.isArray(option.series) ? { series: option.series.map((series) => lowered(series)) } : {}),
    ...(legend
      ? {
          legend: {
            ...(Array.isArray(option.legend) ? option.legend[0] : option.legend),
            show: true,
            type: 'plain' as const,
            bottom: 8,
            icon: 'roundRect',
            itemWidth: 10,
            itemHeight: 10,
            textStyle: text,
            formatter: (key: string) => names.get(key) ?? key,
          },
        }
      : {}),
  }
}

type Series = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number]

/** Pies lie at a place of their own, which is now below the name. */
function lowered(series: Series): Series {
  if (series.type !== 'pie' || !Array.isArray(series.center)) return series
  const [x = 0, y = 0] = series.center
  return { ...series, center: [x, Number(y) + TITLE_HEIGHT] }
}
