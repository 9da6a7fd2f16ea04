import type { DrawnRequest, PictureAnswer, PictureRequest, SharedValuesRequest } from '@sightline/contract/pictures.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { otherQuery } from '../visualizations/chart/annotation-query.ts'
import { paletteSize } from '../visualizations/chart/colors.ts'
import { describe } from '../visualizations/chart/describe.ts'
import { legendOf } from '../visualizations/chart/legend.ts'
import { needs } from '../visualizations/chart/needs.ts'
import { optionOf } from '../visualizations/chart/option/option-of.ts'
import { ChartOptions } from '../visualizations/chart/options.ts'
import { withParameters } from '../visualizations/chart/parameter-values.ts'
import { prepare } from '../visualizations/chart/prepare.ts'
import type { PreparedChart } from '../visualizations/chart/prepared.ts'
import { openValues, placesAlone, sharesColors, withSharedColors } from '../visualizations/chart/shared.ts'
import { tableOf } from '../visualizations/chart/table-rows.ts'
import { framed, heightOfFrame } from '../visualizations/echarts/framed.ts'
import { paperOf } from '../visualizations/echarts/theme.ts'
import { drawnData, needsAnswer } from './drawn-data.ts'
import { drawnTable } from './drawn-table.ts'
import { formatsOf } from './formats.ts'
import { rasterized, svgOf } from './svg.ts'

/** Renders a chart as an image or as a drawing; refuses custom charts with a reason. */
export function chartAnswer(request: PictureRequest): PictureAnswer {
  const options = optionsOf(request)
  if (request.ask !== 'needs') return chartOf(request, options)
  const answer = needsAnswer(request, needs(options, request.columns), otherQuery(options))
  return answer.answer === 'needs' ? { ...answer, sharesColors: sharesColors(options, request.columns) } : answer
}

/** The values of a chart that have the same colors in all charts of a dashboard; a chart that is not drawn has none. */
export function sharedValuesAnswer(request: SharedValuesRequest): PictureAnswer {
  const options = optionsOf(request)
  const chart = preparedOf(request, options)
  const values = chart.kind === 'nothing' || chart.kind === 'custom' ? [] : openValues(chart, options)
  const palette = options.color_scheme
  return { answer: 'values', id: request.id, palette, size: paletteSize(palette, request.formats.chartColors), values }
}

const optionsOf = ({ options, parameters }: PictureRequest | SharedValuesRequest): ChartOptions =>
  withParameters(ChartOptions.parse(options), parameters ?? [])

function preparedOf(request: DrawnRequest | SharedValuesRequest, options: ChartOptions): PreparedChart {
  const data = drawnData(request, needs(options, request.columns))
  if (data.kind === 'cells') throw new Error('A chart is not drawn of single cells.')
  return prepare(data, options, formatsOf(request.formats), Date.now(), request.other)
}

function chartOf(request: DrawnRequest, stored: ChartOptions): PictureAnswer {
  const { id, name, width, height } = request
  const formats = formatsOf(request.formats)
  const prepared = preparedOf(request, stored)
  if (prepared.kind === 'nothing') return { answer: 'none', id, reason: prepared.reason }
  if (prepared.kind === 'custom')
    return {
      answer: 'none',
      id,
      reason:
        request.ask === 'picture'
          ? i18n._('Charts that are drawn by code of their own are not drawn in mails.')
          : i18n._('Charts that are drawn by code of their own are not drawn in files.'),
    }
  const own = { chart: prepared, options: stored }
  const { places = [] } = request
  const placesOf = places.length === 0 ? placesAlone(own, formats.chartColors) : new Map(places)
  const { chart, options } = withSharedColors(own, placesOf, formats.chartColors)

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
