import type { ChartOption } from '../../echarts/chart-option.ts'
import type { ChartTheme } from '../../echarts/theme.ts'

/** The titles of the value axes, above them. Empty titles are dropped, because ECharts would measure them as well. */
export const headings = (titles: readonly string[], usedAxes: readonly (0 | 1)[], theme: ChartTheme): ChartOption['title'] =>
  titles.flatMap((text, index) =>
    text === ''
      ? []
      : {
          text,
          top: 16,
          ...(usedAxes[index] === 1 ? { right: 20 } : { left: 20 }),
          padding: 0,
          textStyle: { color: theme.text3, fontSize: 12, fontWeight: 400 as const, fontFamily: theme.font },
        },
  )
