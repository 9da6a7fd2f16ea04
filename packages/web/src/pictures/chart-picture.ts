import type { DrawnRequest, PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { otherQuery } from '../visualizations/chart/annotation-query.ts'
import { describe } from '../visualizations/chart/describe.ts'
import { legendOf } from '../visualizations/chart/legend.ts'
import { needs } from '../visualizations/chart/needs.ts'
import { optionOf } from '../visualizations/chart/option/option-of.ts'
import { ChartOptions } from '../visualizations/chart/options.ts'
import { prepare } from '../visualizations/chart/prepare.ts'
import { tableOf } from '../visualizations/chart/table-rows.ts'
import { framed, heightOfFrame } from '../visualizations/echarts/framed.ts'
import { paperOf } from '../visualizations/echarts/theme.ts'
import { drawnData, needsAnswer } from './drawn-data.ts'
import { drawnTable } from './drawn-table.ts'
import { formatsOf } from './formats.ts'
import { rasterized, svgOf } from './svg.ts'

/** Renders a chart as an image or as a drawing; refuses custom charts with a reason. */
export function chartAnswer(request: PictureRequest): PictureAnswer {
  const options = ChartOptions.parse(request.options)
  if (request.ask !== 'needs') return chartOf(request, options)
  return needsAnswer(request, needs(options, request.columns), otherQuery(options))
}

function chartOf(request: DrawnRequest, options: ChartOptions): PictureAnswer {
  const { id, name, width, height, columns } = request
  const formats = formatsOf(request.formats)
  const data = drawnData(request, needs(options, columns))
  if (data.kind === 'cells') throw new Error('A chart is not drawn of single cells.')
  const chart = prepare(data, options, formats, Date.now(), request.other)
  if (chart.kind === 'nothing') return { answer: 'none', id, reason: chart.reason }
  if (chart.kind === 'custom')
    return {
      answer: 'none',
      id,
      reason: `Charts that are drawn by code of their own are not drawn in ${request.ask === 'picture' ? 'mails' : 'files'}.`,
    }

  const svgIn = (scheme: 'light' | 'dark') => {
    const theme = paperOf(scheme)
    const legend = legendOf(chart, options, formats, scheme, width)
    const stage = { options, formats, theme, height: height - heightOfFrame(null, legend, width), hidden: new Set<string>() }
    const option = optionOf(chart, { ...stage, width, zoom: null, renderTooltip: noTooltip })
    return svgOf({ ...option, ...framed(option, null, legend, theme, width) }, width, height, theme.surface)
  }
  const described = { id, description: describe(name, chart, options, formats), note: chart.note }
  if (request.ask === 'picture')
    return { answer: 'picture', ...described, replacesRows: false, png: rasterized(svgIn('light')) }
  const table = drawnTable(tableOf(chart, options, formats))
  return { answer: 'drawing', ...described, svgs: request.schemes.map(svgIn), table }
}

/** An image has no tooltips. */
const noTooltip = (): never => {
  throw new Error('A picture shows no tooltip.')
}
