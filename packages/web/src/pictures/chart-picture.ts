import type { PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { otherQuery } from '../visualizations/chart/annotation-query.ts'
import { describe } from '../visualizations/chart/describe.ts'
import { legendOf } from '../visualizations/chart/legend.ts'
import { needs } from '../visualizations/chart/needs.ts'
import { optionOf } from '../visualizations/chart/option/option-of.ts'
import { ChartOptions } from '../visualizations/chart/options.ts'
import { prepare } from '../visualizations/chart/prepare.ts'
import { framed, heightOfFrame } from '../visualizations/echarts/framed.ts'
import { paper } from '../visualizations/echarts/theme.ts'
import { groupData, groupsAsk } from '../visualizations/result-data.ts'
import type { ColumnData, GroupData } from '../visualizations/visualization.ts'
import { formatsOf } from './formats.ts'
import { rasterized, svgOf } from './svg.ts'

/** Renders a chart as an image; refuses custom charts with a reason. */
export function chartAnswer(request: PictureRequest): PictureAnswer {
  const options = ChartOptions.parse(request.options)
  return request.ask === 'needs' ? needsOf(request, options) : pictureOf(request, options)
}

function needsOf({ id, columns }: PictureRequest, options: ChartOptions): PictureAnswer {
  const needed = needs(options, columns)
  if (needed.kind !== 'columns' || needed.columns.length === 0)
    return { answer: 'none', id, reason: 'This chart is not set up yet.' }
  const instead = needed.instead ? groupsAsk(columns, needed.instead) : null
  return { answer: 'needs', id, names: needed.columns, extreme: needed.extreme, other: otherQuery(options), instead }
}

function dataOf({ data, columns, total }: Asked, options: ChartOptions): ColumnData | GroupData {
  if (data.kind === 'columns') {
    const found = data.names.flatMap((name) => columns.find((column) => column.name === name) ?? [])
    return { kind: 'columns', columns: found, total, shown: data.values[0]?.length ?? 0, values: data.values }
  }
  const needed = needs(options, columns)
  if (needed.kind !== 'columns' || !needed.instead) throw new Error('This chart is not drawn of groups.')
  return groupData(columns, needed.instead, data.groups)
}

type Asked = Extract<PictureRequest, { ask: 'picture' }>

function pictureOf(request: Asked, options: ChartOptions): PictureAnswer {
  const { id, width, height } = request
  const formats = formatsOf(request.formats)
  const chart = prepare(dataOf(request, options), options, formats, Date.now(), request.other)
  if (chart.kind === 'nothing') return { answer: 'none', id, reason: chart.reason }
  if (chart.kind === 'custom')
    return { answer: 'none', id, reason: 'Charts that are drawn by code of their own are not drawn in mails.' }

  const legend = legendOf(chart, options, formats, paper.scheme, width)
  const stage = { options, formats, theme: paper, height: height - heightOfFrame(null, legend), hidden: new Set<string>() }
  const option = optionOf(chart, { ...stage, width, zoom: null, renderTooltip: noTooltip })
  const svg = svgOf({ ...option, ...framed(option, null, legend, paper) }, width, height, paper.surface)
  return {
    answer: 'picture',
    replacesRows: false,
    id,
    png: rasterized(svg),
    description: describe(request.name, chart, options, formats),
    note: chart.note,
  }
}

/** An image has no tooltips. */
const noTooltip = (): never => {
  throw new Error('A picture shows no tooltip.')
}
