import { type Block, PLAIN, type Span } from '../markdown.ts'
import type { Part } from './arrange.ts'
import { type Canvas, COLORS, LINE_HEIGHT, type TextStyle } from './canvas.ts'
import { isRightToLeft } from './runs.ts'

const SIZE = 8.5
const HEADING_SIZES = [13, 11.5, 10, 9, SIZE, SIZE]
/** Space between two blocks. */
const SPACE = 5
const INDENT = 12

/** Draws the lines of a textbox that are in a part of it. */
export function drawText(
  canvas: Canvas,
  blocks: readonly Block[],
  x: number,
  y: number,
  width: number,
  { from, to }: Pick<Part, 'from' | 'to'>,
): void {
  flow(canvas, blocks, width, (draw, top, bottom) => {
    if (top >= from - ROUNDING && bottom <= to + ROUNDING) draw(x, y + top - from)
  })
}

/** Points: the sums of heights are rounded. */
const ROUNDING = 0.01

/** Divides the text of a textbox between its lines. @param roomOf the height of a part at most, points, by its index */
export function textParts(
  canvas: Canvas,
  blocks: readonly Block[],
  width: number,
  roomOf: (index: number) => number,
): Pick<Part, 'from' | 'to'>[] {
  const parts: Pick<Part, 'from' | 'to'>[] = []
  flow(canvas, blocks, width, (_, top, bottom) => {
    const last = parts.at(-1)
    if (last !== undefined && bottom - last.from <= roomOf(parts.length - 1)) last.to = bottom
    else parts.push({ from: top, to: bottom })
  })
  return parts
}

/** The height of the text of a textbox, points. */
export const textHeight = (canvas: Canvas, blocks: readonly Block[], width: number): number =>
  flow(canvas, blocks, width, () => {})

type Place = (draw: (x: number, y: number) => void, top: number, bottom: number) => void

/** Arranges the lines of all blocks below each other. @returns the height */
function flow(canvas: Canvas, blocks: readonly Block[], width: number, place: Place): number {
  let top = 0
  let isFirst = true
  for (const block of blocks) {
    if (!isFirst) top += block.kind === 'item' ? 1.5 : SPACE
    isFirst = false
    for (const { height, draw } of linesOf(canvas, block, width)) {
      place(draw, top, top + height)
      top += height
    }
  }
  return top
}

interface Line {
  height: number
  draw(x: number, y: number): void
}

function linesOf(canvas: Canvas, block: Block, width: number): Line[] {
  const { doc } = canvas
  switch (block.kind) {
    case 'heading':
      return spanLines(
        canvas,
        block.spans.map((span) => ({ ...span, isBold: true })),
        width,
        HEADING_SIZES[block.level - 1] ?? SIZE,
      )
    case 'paragraph':
      return spanLines(canvas, block.spans, width, SIZE)
    case 'quote':
      return spanLines(canvas, block.spans, width - INDENT, SIZE).map(({ height, draw }) => ({
        height,
        draw(x, y) {
          doc.rect(x, y, 2, height).fill(COLORS.line)
          draw(x + INDENT, y)
        },
      }))
    case 'item': {
      const left = INDENT * (block.depth + 1)
      return spanLines(canvas, block.spans, width - left, SIZE).map(({ height, draw }, at) => ({
        height,
        draw(x, y) {
          if (at === 0) canvas.line(canvas.glyphs.shown(block.marker), x + left - INDENT + 2, y, styleOf(PLAIN, SIZE))
          draw(x + left, y)
        },
      }))
    }
    case 'code':
      return canvas
        .lines(block.text.split('\n').map(canvas.glyphs.shown).join('\n'), width - 8, styleOf(PLAIN, SIZE - 0.5))
        .map((text) => ({
          height: SIZE * LINE_HEIGHT,
          draw(x, y) {
            doc.rect(x, y, width, SIZE * LINE_HEIGHT).fill(COLORS.soft)
            canvas.line(text, x + 4, y, styleOf(PLAIN, SIZE - 0.5))
          },
        }))
    case 'table':
      return block.rows.map((row, at) => ({
        height: SIZE * LINE_HEIGHT + 3,
        draw(x, y) {
          const cell = width / Math.max(1, row.length)
          for (const [column, spans] of row.entries()) {
            const text = canvas.glyphs.shown(spans.map((span) => span.text).join(''))
            const style = styleOf({ ...PLAIN, isBold: at === 0 }, SIZE)
            canvas.line(canvas.fitted(text, cell - 6, style), x + column * cell, y, style)
          }
          const bottom = y + SIZE * LINE_HEIGHT + 1
          doc
            .moveTo(x, bottom)
            .lineTo(x + width, bottom)
            .lineWidth(0.5)
            .strokeColor(COLORS.line)
            .stroke()
        },
      }))
    case 'rule':
      return [
        {
          height: 4,
          draw: (x, y) =>
            void doc
              .moveTo(x, y + 2)
              .lineTo(x + width, y + 2)
              .lineWidth(0.5)
              .strokeColor(COLORS.line)
              .stroke(),
        },
      ]
  }
}

const styleOf = ({ isBold, isItalic, isStruck, link }: Omit<Span, 'text'>, size: number): TextStyle => ({
  font: isBold ? 'semibold' : isItalic ? 'italic' : 'regular',
  size,
  color: link === null ? COLORS.text : COLORS.accent,
  isStruck,
})

interface Piece {
  text: string
  style: TextStyle
  link: string | null
  width: number
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
  // Spans of other styles follow each other in the direction of the line as well.
  return isRightToLeft(pieces.map(({ text }) => text).join('')) ? whole.reverse() : whole
}

/** Breaks spans of different styles into lines between words. */
function spanLines(canvas: Canvas, spans: readonly Span[], width: number, size: number): Line[] {
  const lines: Piece[][] = [[]]
  let used = 0
  for (const span of spans) {
    const style = styleOf(span, size)
    for (const word of span.text.split(/(\n)|(?<=\s)/).filter((part) => part !== undefined && part !== '')) {
      if (word === '\n') {
        lines.push([])
        used = 0
        continue
      }
      for (const part of canvas.lines(canvas.glyphs.shown(word).trimEnd(), width, style)) {
        const text = /\s$/.test(word) ? `${part} ` : part
        const wide = canvas.widthOf(part, style)
        if (used > 0 && used + wide > width) {
          lines.push([])
          used = 0
        }
        const full = canvas.widthOf(text, style)
        lines.at(-1)?.push({ text, style, link: span.link, width: full })
        used += full
      }
    }
  }
  return lines.map((pieces) => ({
    height: size * LINE_HEIGHT,
    draw(x, y) {
      let left = x
      for (const { text, style, link, width: wide } of joined(pieces)) {
        canvas.line(text, left, y, style, link)
        left += wide
      }
    },
  }))
}
