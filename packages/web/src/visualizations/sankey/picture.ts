import { type SankeyLink, type SankeyNode, sankeyOf } from '@sightline/domain/flows/sankey.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { figureText } from '../cell-label.ts'
import { plainTable } from '../echarts/table-rows.ts'
import { paperOf } from '../echarts/theme.ts'
import { flowColors } from '../palette.ts'
import { definePicture, noData, type Scheme, type Size } from '../picture.ts'
import { fittedText, svgDocument, svgText } from '../svg-text.ts'
import type { Formats } from '../visualization.ts'
import { LEAST_LABELLED, outlineOf } from './outline.ts'
import { describe, needs, prepare, problem, SankeyOptions, type Ways } from './prepare.ts'

/** The size of the diagram from which its links and their values follow, which do not depend on it. */
const ANY_SIZE = { width: 600, height: 400 }

/** Paths between steps, as on the page. */
export default definePicture<SankeyOptions>({
  type: 'SANKEY',
  options: SankeyOptions,
  needs,
  problem,
  draw(data, _, formats, name) {
    const ways = data.kind === 'groups' ? prepare(data, formats) : noData()
    if (ways.kind === 'nothing') return ways
    const sankey = sankeyOf(ways.paths, ANY_SIZE.width, ANY_SIZE.height)
    const links = sankey.links.toSorted((a, b) => b.value - a.value)
    const rows = links.map(({ source, target, value }) => [source.name, target.name, figureText(value, formats.numberMarks)])
    const omitted = sankey.omitted > 0 ? i18n._('Without {omitted} small nodes', { omitted: sankey.omitted }) : null
    return {
      kind: 'drawing',
      svg: (size, scheme) => sankeySvg(ways, formats, size, scheme),
      table: () => plainTable([i18n._('From'), i18n._('To', {}, { context: 'the end of a flow' }), i18n._('Value')], 2, rows),
      description: describe(name, sankey, formats.numberMarks),
      note: [ways.note, omitted].filter((note) => note !== null).join(', ') || null,
    }
  },
})

/** Pixels above and below the diagram, for the labels of low nodes. */
const EDGE = 6
/** Pixels. */
const FONT = 11
const BESIDE = 6

function sankeySvg({ paths }: Ways, { chartColors }: Formats, { width, height }: Size, scheme: Scheme): string {
  const paper = paperOf(scheme)
  const { nodes, links } = sankeyOf(paths, width, height - 2 * EDGE)
  const colorOf = flowColors(paths, scheme, chartColors)
  const colorOfNode = ({ name, isExit }: SankeyNode) => (isExit ? paper.text3 : colorOf(name))
  const lastStage = Math.max(0, ...nodes.map(({ stage }) => stage))
  const room = width / Math.max(1, lastStage) - 3 * BESIDE
  const way = (link: SankeyLink) =>
    `<path d="${outlineOf(link)}" fill="none" stroke="${colorOfNode(link.source)}" stroke-opacity="0.3" stroke-width="${Math.max(1, link.thickness).toFixed(1)}"/>`
  const node = (one: SankeyNode) => {
    const box = `x="${one.x.toFixed(1)}" y="${one.y.toFixed(1)}" width="${one.width}" height="${Math.max(1, one.height).toFixed(1)}"`
    const isLast = one.stage === lastStage && lastStage > 0
    const label = svgText(
      fittedText(one.name, room, FONT),
      isLast ? one.x - BESIDE : one.x + one.width + BESIDE,
      one.y + one.height / 2,
      { size: FONT, color: paper.text, anchor: isLast ? 'end' : 'start', isCentered: true },
    )
    return `<rect ${box} rx="2" fill="${colorOfNode(one)}"/>${one.height >= LEAST_LABELLED ? label : ''}`
  }
  const drawn = [...links.map(way), ...nodes.map(node)].join('\n')
  return svgDocument({ width, height }, paper, `<g transform="translate(0 ${EDGE})">${drawn}</g>`)
}
