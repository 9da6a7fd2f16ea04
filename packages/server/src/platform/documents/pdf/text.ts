import { isFromRight as isReadFromRight } from '../../language/sides.ts'
import { type Block, PLAIN } from '../markdown.ts'
import type { Part } from './arrange.ts'
import { type Canvas, COLORS, LINE_HEIGHT } from './canvas.ts'
import { isFromRight, type Line, spanLines, styleOf } from './spans.ts'

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
    case 'quote': {
      const fromRight = isFromRight(block.spans)
      return spanLines(canvas, block.spans, width - INDENT, SIZE).map(({ height, draw }) => ({
        height,
        draw(x, y) {
          doc.rect(fromRight ? x + width - 2 : x, y, 2, height).fill(COLORS.line)
          draw(fromRight ? x : x + INDENT, y)
        },
      }))
    }
    case 'item': {
      const fromRight = isFromRight(block.spans)
      const indent = INDENT * (block.depth + 1)
      const marker = canvas.glyphs.shown(block.marker)
      const style = styleOf(PLAIN, SIZE)
      return spanLines(canvas, block.spans, width - indent, SIZE).map(({ height, draw }, at) => ({
        height,
        draw(x, y) {
          const gap = indent - INDENT + 2
          if (at === 0) canvas.line(marker, fromRight ? x + width - gap - canvas.widthOf(marker, style) : x + gap, y, style)
          draw(fromRight ? x : x + indent, y)
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
            const place = isReadFromRight() ? row.length - 1 - column : column
            canvas.lineIn(canvas.fitted(text, cell - 6, style), { x: x + place * cell, y, width: cell }, style)
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
