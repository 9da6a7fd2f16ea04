import { i18n } from '@sightline/domain/language/i18n.ts'
import { plainTable } from '../echarts/table-rows.ts'
import { paperOf } from '../echarts/theme.ts'
import { palette } from '../palette.ts'
import { definePicture, noData, type Scheme, type Size } from '../picture.ts'
import { fittedText, svgDocument, svgText } from '../svg-text.ts'
import { FunnelOptions, needs, type Prepared, type PreparedStep, prepare, problem } from './prepare.ts'

/** More steps than this are higher than a page. */
const MAX_STEPS = 18
/** Steps that the description names. */
const MAX_NAMED = 8

type Funnel = Extract<Prepared, { kind: 'funnel' }>

/** The steps of a funnel with centred bars, as on the page. */
export default definePicture<FunnelOptions>({
  type: 'FUNNEL',
  options: FunnelOptions,
  needs,
  problem,
  draw(data, options, formats, name) {
    const funnel = data.kind === 'columns' ? prepare(data, options, formats) : noData()
    if (funnel.kind === 'nothing') return funnel
    const { steps, stepTitle, valueTitle } = funnel
    const rows = steps.map(({ name: step, value, ofMaximum, ofPrevious }) => [step, value, ofMaximum, ofPrevious])
    const isWhole = steps.length <= MAX_STEPS
    return {
      kind: 'drawing',
      svg: (size, scheme) => funnelSvg({ ...funnel, steps: steps.slice(0, MAX_STEPS) }, size, scheme),
      table: () => plainTable([stepTitle, valueTitle, '% Max', '% Previous'], 1, rows),
      description: describe(name, steps),
      note:
        [
          funnel.note,
          isWhole ? null : i18n._('Draws the first {drawn} of {total} steps', { drawn: MAX_STEPS, total: steps.length }),
        ]
          .filter((note) => note !== null)
          .join('. ') || null,
      replacesRows: isWhole,
    }
  },
})

const describe = (name: string, steps: readonly PreparedStep[]): string => {
  const named = steps.slice(0, MAX_NAMED).map(({ name: step, value, ofMaximum }) => `${step} ${value}, ${ofMaximum}`)
  const texts = { name, steps: named.join('; '), rest: steps.length - MAX_NAMED }
  return steps.length > MAX_NAMED
    ? i18n._('{name}. Funnel. {steps} and {rest} more.', texts)
    : i18n._('{name}. Funnel. {steps}.', texts)
}

/** Pixels. */
const HEAD = 26
const STEP = 28
const BAR = 20
const GAP = 12
const FONT = 12
/** The width of the columns as parts of the whole; there are two columns of shares. */
const SHARES = { names: 0.27, values: 0.15, bars: 0.28, shares: 0.15 }

function funnelSvg({ stepTitle, valueTitle, steps }: Funnel, { width }: Size, scheme: Scheme): string {
  const paper = paperOf(scheme)
  const names = SHARES.names * width
  const values = SHARES.values * width
  const bars = SHARES.bars * width
  const shares = SHARES.shares * width
  const ends = { values: names + values - GAP, maxima: width - shares, previous: width }
  const middle = names + values + bars / 2
  const small = { size: 11, color: paper.text3 }
  const heads = [
    svgText(fittedText(stepTitle, names - GAP, 11), 0, 16, small),
    svgText(fittedText(valueTitle, values - GAP, 11), ends.values, 16, { ...small, anchor: 'end' }),
    svgText('% Max', ends.maxima, 16, { ...small, anchor: 'end' }),
    svgText('% Previous', ends.previous, 16, { ...small, anchor: 'end' }),
  ]
  const rows = steps.map((step, index) => {
    const center = HEAD + STEP * (index + 0.5)
    const text = { size: FONT, color: paper.text, isCentered: true }
    const share = { ...text, color: paper.text2, anchor: 'end' as const }
    const bar = Math.max(2, step.width * (bars - GAP))
    const line = `<line x1="0" y1="${center - STEP / 2}" x2="${width}" y2="${center - STEP / 2}" stroke="${paper.grid}"/>`
    const box = `x="${(middle - bar / 2).toFixed(1)}" y="${center - BAR / 2}" width="${bar.toFixed(1)}" height="${BAR}" rx="3"`
    return [
      line,
      svgText(fittedText(step.name, names - GAP, FONT), 0, center, text),
      svgText(fittedText(step.value, values - GAP, FONT), ends.values, center, { ...text, weight: 600, anchor: 'end' }),
      `<rect ${box} fill="${palette[0]?.[scheme] ?? paper.text}"/>`,
      svgText(fittedText(step.ofMaximum, shares, FONT), ends.maxima, center, share),
      svgText(fittedText(step.ofPrevious, shares, FONT), ends.previous, center, share),
    ].join('')
  })
  return svgDocument({ width, height: HEAD + STEP * steps.length }, paper, [...heads, ...rows].join('\n'))
}
