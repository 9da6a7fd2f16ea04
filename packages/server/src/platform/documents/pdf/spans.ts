import type { Span } from '../markdown.ts'
import { partsOfLine } from './breaks.ts'
import { type Canvas, COLORS, LINE_HEIGHT, type TextStyle } from './canvas.ts'
import { inDirection, isRightToLeft } from './runs.ts'

export interface Line {
  height: number
  draw(x: number, y: number): void
}

export const styleOf = ({ isBold, isItalic, isStruck, link }: Omit<Span, 'text'>, size: number): TextStyle => ({
  font: isBold ? 'semibold' : isItalic ? 'italic' : 'regular',
  size,
  color: link === null ? COLORS.text : COLORS.accent,
  isStruck,
})

/** A part of a line in one style. */
interface Piece {
  text: string
  style: TextStyle
  link: string | null
  width: number
}

export const isFromRight = (spans: readonly Span[]): boolean => isRightToLeft(spans.map(({ text }) => text).join(''))

/** Breaks spans of different styles into lines, which begin at the side of their first letter. */
export function spanLines(canvas: Canvas, spans: readonly Span[], width: number, size: number): Line[] {
  const fromRight = isFromRight(spans)
  return broken(canvas, spans, width, size).map((line) => {
    const pieces = joined(line)
    if (fromRight) pieces.reverse()
    const full = pieces.reduce((sum, piece) => sum + piece.width, 0)
    return {
      height: size * LINE_HEIGHT,
      draw(x, y) {
        let left = fromRight ? x + width - full : x
        for (const { text, style, link, width: wide } of pieces) {
          canvas.line(inDirection(text, fromRight), left, y, style, link)
          left += wide
        }
      },
    }
  })
}

function broken(canvas: Canvas, spans: readonly Span[], width: number, size: number): Piece[][] {
  const lines: Piece[][] = [[]]
  let used = 0
  const end = () => {
    lines.push([])
    used = 0
  }
  const add = (pieces: readonly Piece[]) => {
    lines.at(-1)?.push(...pieces)
    for (const piece of pieces) used += piece.width
  }
  const pieceOf = (span: Span, text: string): Piece => {
    const style = styleOf(span, size)
    return { text, style, link: span.link, width: canvas.widthOf(text, style) }
  }
  for (const part of partsOfSpans(spans)) {
    const pieces = part.map((span) => pieceOf(span, canvas.glyphs.shown(span.text.replace(/\n$/, ''))))
    const wide = widthWithoutSpace(canvas, pieces)
    if (used > 0 && used + wide > width) end()
    if (wide <= width) add(pieces)
    else {
      // No line has room for it, so it is cut where lines end.
      for (const { text, style, link } of pieces)
        for (const cut of canvas.lines(text, width, style)) {
          const piece = { text: cut, style, link, width: canvas.widthOf(cut, style) }
          if (used > 0 && used + piece.width > width) end()
          add([piece])
        }
    }
    if (part.at(-1)?.text.endsWith('\n')) end()
  }
  if (lines.at(-1)?.length === 0) lines.pop()
  return lines
}

/** The parts of the spans between which a line may end, each in the spans to which it belongs. */
function partsOfSpans(spans: readonly Span[]): Span[][] {
  const left = spans.map((span) => ({ ...span }))
  return partsOfLine(spans.map(({ text }) => text).join('')).map((part) => {
    const own: Span[] = []
    for (let missing = part.length; missing > 0; ) {
      const [span] = left
      if (span === undefined) break
      const text = span.text.slice(0, missing)
      if (text !== '') own.push({ ...span, text })
      missing -= text.length
      span.text = span.text.slice(text.length)
      if (span.text === '') left.shift()
    }
    return own
  })
}

/** The width of a part at the end of a line, where its last space takes no room. */
function widthWithoutSpace(canvas: Canvas, pieces: readonly Piece[]): number {
  const last = pieces.at(-1)
  if (last === undefined) return 0
  const before = pieces.slice(0, -1).reduce((sum, { width }) => sum + width, 0)
  return before + canvas.widthOf(last.text.trimEnd(), last.style)
}

const isEqualStyle = (one: TextStyle, other: TextStyle) =>
  one.font === other.font && one.color === other.color && one.isStruck === other.isStruck

/** Pieces of one style as one, so that the words of a script from right to left follow each other in its direction. */
function joined(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    const isSame = last?.link === piece.link && isEqualStyle(last.style, piece.style)
    if (last !== undefined && isSame)
      whole.splice(-1, 1, { ...last, text: last.text + piece.text, width: last.width + piece.width })
    else whole.push(piece)
  }
  return whole
}
