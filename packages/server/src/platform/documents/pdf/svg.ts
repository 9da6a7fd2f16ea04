import { attributeOf, elementsById, numberOf, readSvg, type SvgElement } from '../svg-tree.ts'
import type { Canvas } from './canvas.ts'
import type { FontName } from './fonts.ts'

/**
 * Draws an SVG document as shapes and text. It knows the elements that ECharts and the counter write: groups with a clip path,
 * paths, rectangles, polygons, lines, circles and texts, in plain colours and linear gradients.
 * @param x points, as is `y`: the upper left corner
 * @param scale points per pixel of the document
 */
export function drawSvg({ doc, glyphs, widthOf, write }: Canvas, svg: string, x: number, y: number, scale: number): void {
  const root = readSvg(svg)
  const byId = elementsById(root)
  const drawing: Drawing = { doc, byId, shown: glyphs.shown, widthOf, write }
  doc.save()
  doc.translate(x, y).scale(scale)
  for (const child of root.children) drawElement(drawing, child)
  doc.restore()
}

interface Drawing {
  doc: PDFKit.PDFDocument
  byId: Map<string, SvgElement>
  shown(text: string): string
  widthOf: Canvas['widthOf']
  write: Canvas['write']
}

const IGNORED = new Set(['defs', 'style', 'title', 'desc'])

function drawElement(drawing: Drawing, element: SvgElement): void {
  const { doc, byId } = drawing
  if (IGNORED.has(element.name) || attributeOf(element, 'visibility') === 'hidden') return
  doc.save()
  transform(doc, element.attributes.transform)
  const clip = byId.get(urlIn(element.attributes['clip-path']) ?? '')
  if (clip) {
    for (const shape of clip.children) outline(doc, shape)
    doc.clip()
  }
  if (element.name === 'g') for (const child of element.children) drawElement(drawing, child)
  else if (element.name === 'text') drawText(drawing, element)
  else drawShape(drawing, element)
  doc.restore()
}

const urlIn = (value: string | undefined | null) => value?.match(/^url\(#(.+)\)$/)?.[1]
const numbersIn = (text: string) => (text.match(/-?[\d.]+(?:e[-+]?\d+)?/g) ?? []).map(Number)

function transform(doc: PDFKit.PDFDocument, value: string | undefined): void {
  for (const [, name, list = ''] of value?.matchAll(/(\w+)\(([^)]*)\)/g) ?? []) {
    const [a = 0, b, c, d = 1, e = 0, f = 0] = numbersIn(list)
    if (name === 'translate') doc.translate(a, b ?? 0)
    else if (name === 'scale') doc.scale(a, b ?? a)
    else if (name === 'rotate') doc.rotate(a, { origin: [b ?? 0, c ?? 0] })
    else if (name === 'matrix') doc.transform(a, b ?? 0, c ?? 0, d, e, f)
  }
}

/** Adds the outline of a shape to the current path. @returns whether there is one */
function outline(doc: PDFKit.PDFDocument, element: SvgElement): boolean {
  const number = (name: string) => numberOf(element, name, 0)
  switch (element.name) {
    case 'path': {
      const { d = '' } = element.attributes
      if (d.trim() === '') return false
      doc.path(d)
      return true
    }
    case 'rect':
      doc.rect(number('x'), number('y'), number('width'), number('height'))
      return true
    case 'circle':
      doc.circle(number('cx'), number('cy'), number('r'))
      return true
    case 'line':
      doc.moveTo(number('x1'), number('y1')).lineTo(number('x2'), number('y2'))
      return true
    case 'polygon':
    case 'polyline': {
      const points = numbersIn(element.attributes.points ?? '')
      for (let at = 0; at + 1 < points.length; at += 2) {
        const [px = 0, py = 0] = points.slice(at, at + 2)
        if (at === 0) doc.moveTo(px, py)
        else doc.lineTo(px, py)
      }
      if (element.name === 'polygon') doc.closePath()
      return points.length > 2
    }
    default:
      return false
  }
}

function drawShape(drawing: Drawing, element: SvgElement): void {
  const { doc } = drawing
  const opacity = numberOf(element, 'opacity', 1)
  const fill = paintOf(drawing, element, attributeOf(element, 'fill') ?? '#000')
  const stroke = colorOf(attributeOf(element, 'stroke') ?? 'none')
  const width = numberOf(element, 'stroke-width', 1)
  const fillOpacity = opacity * numberOf(element, 'fill-opacity', 1) * (fill?.opacity ?? 0)
  const strokeOpacity = opacity * numberOf(element, 'stroke-opacity', 1) * (stroke?.opacity ?? 0)
  const isFilled = fill !== null && fillOpacity > 0
  const isStroked = stroke !== null && strokeOpacity > 0 && width > 0
  if ((!isFilled && !isStroked) || !outline(doc, element)) return
  if (isFilled) doc.fillColor(fill.color).fillOpacity(fillOpacity)
  if (isStroked) {
    doc.strokeColor(stroke.color).strokeOpacity(strokeOpacity).lineWidth(width)
    doc.lineJoin(joinOf(attributeOf(element, 'stroke-linejoin'))).lineCap(capOf(attributeOf(element, 'stroke-linecap')))
    const [dash = 0, space = dash] = numbersIn(attributeOf(element, 'stroke-dasharray') ?? '')
    if (dash > 0) doc.dash(dash, { space })
  }
  if (isFilled && isStroked) doc.fillAndStroke()
  else if (isFilled) doc.fill()
  else doc.stroke()
}

const joinOf = (value: string | null) => (value === 'round' || value === 'bevel' ? value : 'miter')
const capOf = (value: string | null) => (value === 'round' || value === 'square' ? value : 'butt')

interface Paint {
  color: string | PDFKit.Mixins.ColorValue
  opacity: number
}

function paintOf({ doc, byId }: Drawing, element: SvgElement, value: string): Paint | null {
  const gradient = byId.get(urlIn(value) ?? '')
  if (gradient?.name !== 'linearGradient') return colorOf(value)
  const [left, top, right, bottom] = boundsOf(element)
  const place = (name: string, fallback: number, from: number, to: number) =>
    from + (to - from) * Math.min(1, Math.max(0, numberOf(gradient, name, fallback)))
  const blend = doc.linearGradient(
    place('x1', 0, left, right),
    place('y1', 0, top, bottom),
    place('x2', 1, left, right),
    place('y2', 0, top, bottom),
  )
  for (const stop of gradient.children) {
    const color = colorOf(attributeOf(stop, 'stop-color') ?? '#000')
    const offset = attributeOf(stop, 'offset') ?? '0'
    const share = Number.parseFloat(offset) / (offset.endsWith('%') ? 100 : 1)
    if (color) blend.stop(share, color.color, color.opacity * numberOf(stop, 'stop-opacity', 1))
  }
  return { color: blend as unknown as PDFKit.Mixins.ColorValue, opacity: 1 }
}

/** The box around the corners of a shape, which is exact for the rectangles and areas that have gradients. */
function boundsOf(element: SvgElement): [left: number, top: number, right: number, bottom: number] {
  const { points, d } = element.attributes
  const numbers = points === undefined && d === undefined ? rectNumbers(element) : numbersIn(points ?? d ?? '')
  const xs = numbers.filter((_, at) => at % 2 === 0)
  const ys = numbers.filter((_, at) => at % 2 === 1)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function rectNumbers(element: SvgElement): number[] {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => numberOf(element, name, 0))
  return [x ?? 0, y ?? 0, (x ?? 0) + (width ?? 0), (y ?? 0) + (height ?? 0)]
}

/** A colour as `#RRGGBB` and its opacity; null for none and for notations that our drawings do not use. */
function colorOf(value: string): { color: string; opacity: number } | null {
  const text = value.trim().toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(text)) return { color: text, opacity: 1 }
  if (/^#[0-9a-f]{3}$/.test(text)) return { color: text.replace(/[0-9a-f]/g, '$&$&'), opacity: 1 }
  if (/^#[0-9a-f]{8}$/.test(text)) return { color: text.slice(0, 7), opacity: Number.parseInt(text.slice(7), 16) / 255 }
  const [red, green, blue, opacity = 1] = /^rgba?\(/.test(text) ? numbersIn(text) : []
  if (red === undefined || green === undefined || blue === undefined) return NAMED[text] ?? null
  const hex = [red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0'))
  return { color: `#${hex.join('')}`, opacity }
}

const NAMED: Record<string, { color: string; opacity: number }> = {
  white: { color: '#ffffff', opacity: 1 },
  black: { color: '#000000', opacity: 1 },
}

/** From the middle of a line to its baseline, in multiples of the font size. */
const CENTRAL = 0.36
const HANGING = 0.73

function drawText(drawing: Drawing, element: SvgElement): void {
  const { doc } = drawing
  const style = fontOf(element, { size: 12, isBold: false })
  const pieces = element.children.length > 0 ? element.children.filter(({ name }) => name === 'tspan') : [element]
  const spans = pieces.map((piece) => ({
    text: drawing.shown(piece.text),
    ...fontOf(piece, style),
    color: colorOf(attributeOf(piece, 'fill') ?? attributeOf(element, 'fill') ?? '#000'),
  }))
  const widths = spans.map(({ text, size, isBold }) => drawing.widthOf(text, { size, font: fontName(isBold) }))
  const width = widths.reduce((sum, one) => sum + one, 0)
  const anchor = attributeOf(element, 'text-anchor')
  const baseline = attributeOf(element, 'dominant-baseline')
  const shift = baseline === 'central' || baseline === 'middle' ? CENTRAL : baseline?.includes('hanging') ? HANGING : 0
  let x = numberOf(element, 'x', 0) - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
  const y = numberOf(element, 'y', 0) + style.size * shift
  for (const [at, { text, size, isBold, color }] of spans.entries()) {
    if (text !== '' && color !== null) {
      doc.fillColor(color.color).fillOpacity(color.opacity)
      drawing.write(text, x, y, { font: fontName(isBold), size })
    }
    x += widths[at] ?? 0
  }
}

const fontName = (isBold: boolean): FontName => (isBold ? 'semibold' : 'regular')

interface SvgFont {
  size: number
  isBold: boolean
}

/** The font of an element, in properties of their own or in the short form `font: normal bold 11px Inter`. */
function fontOf(element: SvgElement, inherited: SvgFont): SvgFont {
  const short = attributeOf(element, 'font') ?? ''
  const weight = attributeOf(element, 'font-weight') ?? short.match(/\b(bold|[5-9]00)\b/)?.[1] ?? null
  const shortSize = Number.parseFloat(short.match(/([\d.]+)px/)?.[1] ?? '')
  const size = numberOf(element, 'font-size', Number.isFinite(shortSize) ? shortSize : inherited.size)
  return { size, isBold: weight === null ? inherited.isBold : weight === 'bold' || Number(weight) >= 500 }
}
