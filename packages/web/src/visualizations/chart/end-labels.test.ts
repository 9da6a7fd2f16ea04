import { LineChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { expect, it } from 'vitest'
import { draw, textColumn } from './testing.ts'

use([LineChart, GridComponent, LabelLayout, SVGRenderer])

/** Pixels; the minimum height of a name. */
const LETTER = 12

it('the names at the ends of lines do not overlap where lines end close together (CHART-15)', () => {
  const cities = ['Atlanta', 'Boston', 'Chicago', 'Dallas']
  const { option } = draw(
    { globalSeriesType: 'line', columnMapping: { day: 'x', delay: 'y', city: 'series' } },
    {
      columns: [textColumn('day', 'integer'), textColumn('delay', 'float'), textColumn('city')],
      rows: cities.flatMap((city, index) => [
        [1, 20 * index, city],
        [2, 10 + index / 10, city],
      ]),
    },
  )
  const heights = namesIn(option, cities).toSorted((one, other) => one - other)
  expect(heights).toHaveLength(cities.length)
  for (const [index, height] of heights.entries())
    if (index > 0) expect(height - (heights[index - 1] ?? 0)).toBeGreaterThan(LETTER)
})

/** The y positions of the names in pixels from the top, after ECharts has laid them out. */
function namesIn(option: ReturnType<typeof draw>['option'], names: readonly string[]): number[] {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 1000, height: 400 })
  try {
    const { tooltip: _, dataZoom: __, toolbox: ___, ...drawn } = option ?? {}
    chart.setOption({ ...drawn, animation: false })
    const texts = chart.renderToSVGString().matchAll(/<text[^>]*translate\([\d.]+ ([\d.]+)\)[^>]*>([^<]*)</g)
    return [...texts].flatMap(([, top, text]) => (names.includes(text ?? '') ? [Number(top)] : []))
  } finally {
    chart.dispose()
  }
}
