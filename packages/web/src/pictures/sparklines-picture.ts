import type { PictureAnswer, SparklinesRequest } from '@sightline/contract/pictures.ts'
import { sparklineShape } from '../visualizations/columns/cells/sparkline-shape.ts'
import { rasterized } from './svg.ts'

/** Pixels, as in the cells of a page. */
const FRAME = { width: 96, height: 22 }
/** Readable in both schemes, which mail programs and browsers choose. */
const COLOR = '#4C74E6'

/** Draws sparklines on no background, since cells may have one. */
export function sparklinesAnswer({ ask, id, lines }: SparklinesRequest): PictureAnswer {
  const svgs = lines.map(sparklineSvg)
  return ask === 'sparklines' ? { answer: ask, id, pngs: svgs.map(rasterized) } : { answer: ask, id, svgs }
}

function sparklineSvg({ points, drawnAs, ends }: SparklinesRequest['lines'][number]): string {
  const { fill, line, last } = sparklineShape(points, drawnAs, ends, FRAME)
  const parts = [
    fill === '' ? '' : `<path d="${fill}" fill="${COLOR}" fill-opacity="${drawnAs === 'area' ? 0.15 : 1}"/>`,
    line === '' ? '' : `<path d="${line}" fill="none" stroke="${COLOR}" stroke-width="1.5" stroke-linecap="round"/>`,
    last === null ? '' : `<circle cx="${last.x}" cy="${last.y}" r="2.25" fill="${COLOR}"/>`,
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${FRAME.width}" height="${FRAME.height}">${parts.join('')}</svg>`
}
