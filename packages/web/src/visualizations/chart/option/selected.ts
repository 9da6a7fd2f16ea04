import type { Cell } from '@sightline/contract/results.ts'
import type { CustomSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { CustomSeriesRenderItemReturn } from 'echarts/types/dist/shared'
import type { ChartOption } from '../../echarts/chart-option.ts'
import type { Formats, SelectedMark } from '../../visualization.ts'
import { rowsOfMarks, seriesColumn } from '../clicked.ts'
import { nameWriter } from '../labels.ts'
import type { ChartOptions } from '../options.ts'
import type { RenderableChart } from '../prepared.ts'

/** Opacity of the marks that are not selected. */
const DIMMED = 0.25

/** The rows with the selected value; null if nothing is selected or no row has the value: then no mark is dimmed. */
export function selectedRows(
  chart: Pick<RenderableChart, 'x' | 'columns'>,
  { columnMapping }: Pick<ChartOptions, 'columnMapping'>,
  selected: SelectedMark | null,
): ReadonlySet<number> | null {
  if (selected === null) return null
  const column = selected.by === 'x' ? chart.x : seriesColumn(chart.columns, columnMapping)
  const rows = new Set(column?.values.flatMap((value, row) => (isSelectedValue(value, selected) ? [row] : [])))
  return rows.size === 0 ? null : rows
}

/** The selected value as the axes and the legend write it. */
export function selectedName(
  chart: RenderableChart,
  options: ChartOptions,
  formats: Formats,
  { by, value }: SelectedMark,
): string {
  const column = by === 'x' ? chart.x : seriesColumn(chart.columns, options.columnMapping)
  return nameWriter(column ?? { type: null, values: [] }, options, formats)(String(value))
}

const isSelectedValue = (cell: Cell, { value }: SelectedMark) =>
  cell === null || value === null ? cell === value : String(cell) === String(value)

type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number]

/** The option with all marks dimmed except for those of the selected rows. */
export function withSelected(option: ChartOption, chart: RenderableChart, rows: ReadonlySet<number>): ChartOption {
  const series = [option.series ?? []].flat()
  return {
    ...option,
    series: series.map((one) => {
      const marks = rowsOfMarks(chart, typeof one.id === 'string' ? one.id : undefined)
      // Error bars belong to no marks of their own.
      if (marks.length === 0) return one
      return dimmed(one, (index) => rows.has(marks[index] ?? -1))
    }),
  }
}

function dimmed(series: SeriesOption, isSelected: (index: number) => boolean): SeriesOption {
  switch (series.type) {
    case 'line':
      return dimmedLine(series, isSelected)
    case 'custom':
      return dimmedBoxes(series, isSelected)
    default: {
      const { opacity = 1 } = series.itemStyle ?? {}
      return {
        ...series,
        // ECharts draws large series without styles of single marks.
        large: false,
        itemStyle: { ...series.itemStyle, opacity: DIMMED * Number(opacity) },
        data: [series.data ?? []].flat().map((item, index) => (isSelected(index) ? withStyle(item, { opacity }) : item)),
      } as SeriesOption
    }
  }
}

/** A line fades as a whole, because a point on it has no line of its own: only the symbols of selected points stand out. */
function dimmedLine(series: LineSeriesOption, isSelected: (index: number) => boolean): LineSeriesOption {
  const data = series.data ?? []
  if (data.every((_, index) => isSelected(index))) return series
  return {
    ...series,
    // Sampling could leave out the selected point.
    sampling: undefined,
    showSymbol: true,
    lineStyle: { ...series.lineStyle, opacity: DIMMED },
    ...(series.areaStyle ? { areaStyle: { ...series.areaStyle, opacity: 0.04 } } : {}),
    data: data.map((item, index) => (isSelected(index) ? item : ({ ...asObject(item), symbol: 'none' } as typeof item))),
  }
}

function dimmedBoxes(series: CustomSeriesOption, isSelected: (index: number) => boolean): CustomSeriesOption {
  const { renderItem } = series
  if (renderItem === undefined) return series
  return {
    ...series,
    renderItem: (params, api) => {
      const box = renderItem(params, api)
      return isSelected(params.dataIndex) ? box : faded(box)
    },
  }
}

function faded(element: CustomSeriesRenderItemReturn): CustomSeriesRenderItemReturn {
  if (element?.type !== 'group' || !Array.isArray(element.children)) return element
  const children = element.children.map((child) => ({
    ...child,
    style: { ...('style' in child ? child.style : {}), opacity: DIMMED },
  }))
  return { ...element, children } as CustomSeriesRenderItemReturn
}

const asObject = (item: unknown): object =>
  typeof item === 'object' && item !== null && !Array.isArray(item) ? item : { value: item }

const withStyle = (item: unknown, style: object) => {
  const object = asObject(item)
  return { ...object, itemStyle: { ...('itemStyle' in object ? (object.itemStyle as object) : {}), ...style } }
}
