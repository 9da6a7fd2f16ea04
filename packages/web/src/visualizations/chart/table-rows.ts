import { i18n } from '@sightline/domain/language/i18n.ts'
import { clickedOf, type MarkWalk, stepText, type WalkStep } from '../echarts/mark-walk.ts'
import { firstRows, type TableRows } from '../echarts/table-rows.ts'
import type { Formats } from '../visualization.ts'
import { placeWriter } from './annotations.ts'
import { heatmapNames, labelsOf, pieLabels } from './labels.ts'
import type { FormattedSeries } from './number-formats.ts'
import type { ChartOptions } from './options.ts'
import { idInPanel, partsOf } from './panels.ts'
import type { RenderableChart } from './prepared.ts'
import { referencesOf } from './reference-lines.ts'
import { trendText } from './trends.ts'

/** Returns the values of a chart as a table. */
export function tableOf(chart: RenderableChart, options: ChartOptions, formats: Formats): TableRows {
  const { head, rows } = allRows(chart, options, formats)
  const xAt = xColumnOf(chart, head)
  return firstRows({
    head,
    rows: rows.map(({ texts }) => texts),
    marks: rows.map(({ mark, hasRows }) => (mark !== null && hasRows ? clickedOf(mark) : null)),
    xAt,
    numbers: head.slice(valuesFrom(chart, head)),
    more: 0,
  })
}

/**
 * The marks of a chart in the order of its table, as steps of the keyboard. Lines that belong to no row (trends, references) and
 * annotations are left to the table and the description.
 * @param hidden keys of the series or slices that the legend has hidden
 */
export function walkOf(chart: RenderableChart, options: ChartOptions, formats: Formats, hidden: ReadonlySet<string>): MarkWalk {
  const { head, rows } = allRows(chart, options, formats)
  const values = head.slice(valuesFrom(chart, head))
  const groups = new Map<string | null, WalkStep[]>()
  for (const { mark, texts, hasRows } of rows) {
    if (mark === null || hidden.has(mark.key)) continue
    const group = groups.get(mark.seriesId) ?? []
    group.push({ seriesId: mark.seriesId, dataIndex: mark.dataIndex, hasRows, text: stepText(head, values, texts) })
    groups.set(mark.seriesId, group)
  }
  return [...groups.values()]
}

/** Index of the column with the x values. */
const xColumnOf = (chart: RenderableChart, head: readonly string[]): number =>
  head.indexOf(chart.x.name, chart.kind === 'heatmap' ? 0 : chart.kind === 'cartesian' && chart.panels !== null ? 2 : 1)

/** Index of the first column with values, which follow the names of the mark. */
const valuesFrom = (chart: RenderableChart, head: readonly string[]): number =>
  chart.kind === 'heatmap' ? 2 : xColumnOf(chart, head) + 1

interface AllRows {
  head: string[]
  rows: Row[]
}

interface Row {
  texts: string[]
  /** Whether rows of the result are behind it. */
  hasRows: boolean
  /** The mark that the row describes, and the key by which the legend hides it; null for none. */
  mark: { seriesId: string | null; dataIndex: number; key: string } | null
}

function allRows(chart: RenderableChart, options: ChartOptions, formats: Formats): AllRows {
  const { x, data } = chart
  const scale = 'scale' in data ? data.scale : 'category'
  const labels = labelsOf(options, formats, { ...x, scale }, 'keys' in data ? data.keys : data.xs)
  const numberOf = (series: FormattedSeries, value: number | null) =>
    value === null ? '' : labels.ofSeries(series, value, null)
  switch (chart.kind) {
    case 'pies': {
      const { percent } = pieLabels(chart, options, formats)
      return {
        head: [i18n._('Series'), x.name, i18n._('Value'), i18n._('Share', {}, { context: 'a part of a whole' })],
        rows: chart.data.pies.flatMap((pie) =>
          pie.slices.map(({ key, value, share }, dataIndex) => ({
            texts: [pie.name, labels.x(key), numberOf(pie, value), percent(share * 100)],
            hasRows: true,
            mark: { seriesId: pie.key, dataIndex, key },
          })),
        ),
      }
    }
    case 'heatmap': {
      const names = heatmapNames(chart, options, formats)
      return {
        head: [x.name, chart.y, chart.z],
        rows: chart.data.cells.map((cell, dataIndex) => ({
          texts: [names.x(chart.data.xs[cell.x] ?? ''), names.y(chart.data.ys[cell.y] ?? ''), labels.number(cell.value, null)],
          hasRows: true,
          mark: { seriesId: null, dataIndex, key: '' },
        })),
      }
    }
    case 'boxes':
      return {
        head: [
          i18n._('Series'),
          x.name,
          i18n._('Lower whisker'),
          i18n._('First quartile'),
          i18n._('Median'),
          i18n._('Third quartile'),
          i18n._('Upper whisker'),
          i18n._('Outliers'),
        ],
        rows: chart.data.series.flatMap((series) =>
          series.boxes.map((box, dataIndex) => ({
            texts: [
              series.name,
              labels.x(chart.data.xs[box.x] ?? ''),
              ...[box.low, box.q1, box.median, box.q3, box.high].map((value) => numberOf(series, value)),
              labels.count(box.outlierCount),
            ],
            hasRows: true,
            mark: { seriesId: series.key, dataIndex, key: series.key },
          })),
        ),
      }
    case 'cartesian': {
      const xText = (point: { x: number }) =>
        labels.x(chart.data.scale === 'category' ? (chart.data.xs[point.x] ?? '') : point.x)
      const placeOf = placeWriter(chart, options, formats)
      const panel = chart.panels === null ? [] : ['']
      const events = chart.annotations.map((annotation) => ({
        texts: [...panel, i18n._('Annotation'), placeOf(annotation), annotation.label],
        hasRows: false,
        mark: null,
      }))
      const values = partsOf(chart).flatMap(({ name, chart: { data: drawn, trends } }, index): Row[] => {
        const first = name === null ? [] : [name]
        const idOf = (key: string) => (chart.panels === null ? key : idInPanel(index, key))
        return [
          ...drawn.series.flatMap((series) =>
            series.points.map((point, dataIndex) => ({
              texts: [...first, series.name, xText(point), numberOf(series, point.value)],
              hasRows: point.row !== null,
              mark: { seriesId: idOf(series.key), dataIndex, key: series.key },
            })),
          ),
          ...trends.flatMap(({ kind, line }) =>
            line.points
              .filter(({ y }) => y !== null)
              .map((point) => ({
                texts: [...first, line.name, xText(point), trendText({ kind, line }, point, labels)],
                hasRows: false,
                mark: null,
              })),
          ),
          ...referencesOf(options, drawn.series, labels, chart.columns).flatMap(({ axis, along }) =>
            (along?.points ?? []).map((point) => ({
              texts: [...first, along?.name ?? '', xText(point), labels.onAxis(axis, point.y, null)],
              hasRows: false,
              mark: null,
            })),
          ),
        ]
      })
      return {
        head: [...(chart.panels === null ? [] : [i18n._('Panel')]), i18n._('Series'), x.name, i18n._('Value')],
        rows: [...values, ...events],
      }
    }
  }
}
