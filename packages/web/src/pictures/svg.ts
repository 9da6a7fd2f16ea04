import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import { BarChart, CustomChart, HeatmapChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { GridComponent, LegendPlainComponent, TitleComponent, VisualMapContinuousComponent } from 'echarts/components'
import { init, setPlatformAPI, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import type { ChartOption } from '../visualizations/echarts/chart-option.ts'
import { estimatedWidth } from '../visualizations/svg-text.ts'

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

// Without a DOM, ECharts cannot measure text. These widths are slightly larger than its own estimates.
setPlatformAPI({ measureText: (text, font) => ({ width: estimatedWidth(text) * sizeIn(font) }) })

const sizeIn = (font: string | undefined) => Number.parseFloat(font?.match(/(\d+(?:\.\d+)?)px/)?.[1] ?? '12')

/**
 * Renders a chart without a DOM.
 * @param width pixels, as is `height`
 * @returns an SVG document
 */
export function svgOf(option: ChartOption, width: number, height: number, backgroundColor: string): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    // These components only react to the pointer and are not part of this build.
    const { tooltip: _, dataZoom: __, toolbox: ___, ...drawn } = option
    chart.setOption({ ...drawn, animation: false, backgroundColor })
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}

const WEIGHTS = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf']
const fontFiles = WEIGHTS.map((name) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}`)))
/** Pixels of the PNG per CSS pixel, so that emails are sharp on high-resolution screens. */
const PIXEL_RATIO = 2

/**
 * Converts an SVG document to PNG. Text uses the font of the product, and fonts of this machine for missing characters.
 * @param svg an SVG document
 */
export function rasterized(svg: string): Uint8Array<ArrayBuffer> {
  const picture = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: PIXEL_RATIO },
    font: { fontFiles, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter', loadSystemFonts: true },
  })
  return new Uint8Array(picture.render().asPng())
}
