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

const pathsOf = (urls: string[]) => urls.map((url) => fileURLToPath(url))
// Each package is named in full, because a release has the packages that its code names.
const inter = (file: string) => import.meta.resolve(`@expo-google-fonts/inter/${file}`)
const arabic = (file: string) => import.meta.resolve(`@expo-google-fonts/noto-sans-arabic/${file}`)
const japanese = (file: string) => import.meta.resolve(`@expo-google-fonts/biz-udpgothic/${file}`)

const FONTS = pathsOf([inter('400Regular/Inter_400Regular.ttf'), inter('600SemiBold/Inter_600SemiBold.ttf')])
/** They are read for each picture, so only those whose script it has. */
const FONTS_OF_SCRIPTS = [
  {
    script: /\p{Script=Arabic}/u,
    files: pathsOf([arabic('400Regular/NotoSansArabic_400Regular.ttf'), arabic('600SemiBold/NotoSansArabic_600SemiBold.ttf')]),
  },
  {
    script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
    files: pathsOf([japanese('400Regular/BIZUDPGothic_400Regular.ttf'), japanese('700Bold/BIZUDPGothic_700Bold.ttf')]),
  },
]
/** Pixels of the PNG per CSS pixel, so that emails are sharp on high-resolution screens. */
const PIXEL_RATIO = 2

/**
 * Converts an SVG document to PNG. Text uses the font of the product, fonts for Arabic and Japanese, and fonts of this machine for other characters.
 * @param svg an SVG document
 */
export function rasterized(svg: string): Uint8Array<ArrayBuffer> {
  const fontFiles = [...FONTS, ...FONTS_OF_SCRIPTS.flatMap(({ script, files }) => (script.test(svg) ? files : []))]
  const picture = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: PIXEL_RATIO },
    font: { fontFiles, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter', loadSystemFonts: true },
  })
  return new Uint8Array(picture.render().asPng())
}
