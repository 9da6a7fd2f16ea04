import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import { BarChart, CustomChart, HeatmapChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { GridComponent, LegendPlainComponent, TitleComponent, VisualMapContinuousComponent } from 'echarts/components'
import { init, setPlatformAPI, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import type { ChartOption } from '../visualizations/chart/option/option.ts'

use([
  BarChart,
  CustomChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  LegendPlainComponent,
  TitleComponent,
  VisualMapContinuousComponent,
  LabelLayout,
  SVGRenderer,
])

// Without a page nobody measures letters. Those of the font are a little wider than what the library then takes them for.
setPlatformAPI({ measureText: (text, font) => ({ width: widthOf(text) * sizeIn(font) }) })

const sizeIn = (font: string | undefined) => Number.parseFloat(font?.match(/(\d+(?:\.\d+)?)px/)?.[1] ?? '12')

/** In heights of the font. Signs of East Asia are as wide as they are high. */
const widthOf = (text: string) =>
  [...text].reduce((sum, sign) => sum + (/[ .,:;'|!iljI]/.test(sign) ? 0.32 : sign > '\u2e7f' ? 1 : 0.62), 0)

/**
 * Draws a chart without a page.
 * @param width pixels, as `height`
 * @returns a document of SVG
 */
export function svgOf(option: ChartOption, width: number, height: number, backgroundColor: string): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    // What only answers a pointer needs parts of the library that are not here.
    const { tooltip: _, dataZoom: __, toolbox: ___, ...drawn } = option
    chart.setOption({ ...drawn, animation: false, backgroundColor })
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}

const WEIGHTS = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf']
const fontFiles = WEIGHTS.map((name) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}`)))
/** Pixels of the picture for one of the drawing: sharp on the screens that people read mail on. */
const PIXEL_RATIO = 2

/**
 * Turns a drawing into a PNG. Letters come from the font of the product; those that it lacks, from fonts of this machine.
 * @param svg a document of SVG
 */
export function rasterized(svg: string): Uint8Array<ArrayBuffer> {
  const picture = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: PIXEL_RATIO },
    font: { fontFiles, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter', loadSystemFonts: true },
  })
  return new Uint8Array(picture.render().asPng())
}
