import { i18n } from '@sightline/domain/language/i18n.ts'
import { isolated } from '@sightline/domain/language/isolated.ts'
import type { DocumentWidget } from '../document.ts'
import { HEAD_HEIGHT, PADDING, POINTS_PER_PIXEL, widgetWidth } from '../page.ts'
import type { Part, Placed, SizedPart } from './arrange.ts'
import { type Box, type Canvas, COLORS, LINE_HEIGHT, type TextStyle } from './canvas.ts'
import { drawSvg } from './svg.ts'
import { drawTable, tableHeight } from './table.ts'
import { drawText, textHeight, textParts } from './text.ts'

const TITLE: TextStyle = { font: 'semibold', size: 9, color: COLORS.text }
const NOTE: TextStyle = { font: 'regular', size: 7, color: COLORS.text3 }
const REMARK: TextStyle = { font: 'regular', size: 7.5, color: COLORS.text2 }
const REMARK_LINE = REMARK.size * LINE_HEIGHT
const TITLE_LINE = TITLE.size * LINE_HEIGHT
const NOTE_LINE = NOTE.size * LINE_HEIGHT
/** Lines of the title of a widget, and of what stands below it. */
const MAX_LINES = { title: 2, facts: 3 }
/** Rows of a table whose height follows its content. */
const AUTO_ROWS = 25

/** The height that a widget takes, points: that of the grid, or of its content. */
export function widgetHeight(canvas: Canvas, widget: DocumentWidget): number {
  const { place, content, title } = widget
  const { page } = canvas
  const width = widgetWidth(place, page) - 2 * PADDING
  const inGrid = place.rows * page.row - page.gap
  const head = title === null ? 0 : headOf(canvas, widget, width).height
  const around = 2 * PADDING + head + remarkLines(canvas, widget, width).length * REMARK_LINE
  if (content === null) return around + 4
  switch (content.kind) {
    case 'text':
      return around + textHeight(canvas, content.blocks, width)
    case 'drawing':
      return around + content.height * POINTS_PER_PIXEL
    case 'table':
      return place.autoHeight
        ? around + tableHeight(canvas, content, width, AUTO_ROWS)
        : Math.max(inGrid, around + tableHeight(canvas, content, width, 2))
  }
}

/** Divides a textbox that is higher than a page; null for other widgets. The heights are at most those of its parts, points. */
export function widgetParts(canvas: Canvas, widget: DocumentWidget): ((first: number, more: number) => SizedPart[]) | null {
  const { content, place } = widget
  if (content?.kind !== 'text') return null
  const width = widgetWidth(place, canvas.page) - 2 * PADDING
  const remarks = remarkLines(canvas, widget, width).length * REMARK_LINE
  const around = 2 * PADDING + remarks
  return (first, more) => {
    const parts = textParts(canvas, content.blocks, width, (index) => (index === 0 ? first : more) - around)
    return parts.map(({ from, to }, index) => {
      const isLast = index === parts.length - 1
      return { part: { from, to, isLast }, height: 2 * PADDING + to - from + (isLast ? remarks : 0) }
    })
  }
}

const remarkLines = (canvas: Canvas, { remarks }: DocumentWidget, width: number): string[] =>
  remarks.flatMap((remark) => canvas.lines(canvas.glyphs.shown(remark), width, REMARK))

/** Draws a widget with its frame, head, content and remarks. */
export function drawWidget(canvas: Canvas, { item: widget, x, y, height, part }: Placed<DocumentWidget>): void {
  const { doc, page } = canvas
  const width = widgetWidth(widget.place, page)
  doc.roundedRect(x, y, width, height, 4).lineWidth(0.5).strokeColor(COLORS.line).stroke()
  doc.save()
  doc.rect(x, y, width, height).clip()
  const inner = { x: x + PADDING, width: width - 2 * PADDING }
  let top = y + PADDING
  if (widget.title !== null) {
    const head = headOf(canvas, widget, inner.width)
    drawHead(canvas, head, { ...inner, y: top })
    top += head.height
  }
  const remarks = part === null || part.isLast ? remarkLines(canvas, widget, inner.width) : []
  const bottom = y + height - PADDING - remarks.length * REMARK_LINE
  drawContent(canvas, widget, { ...inner, y: top, height: bottom - top }, part)
  for (const [at, line] of remarks.entries()) canvas.lineIn(line, { ...inner, y: bottom + at * REMARK_LINE }, REMARK)
  doc.restore()
}

/** The lines above the content of a widget. */
interface Head {
  title: string[]
  facts: string[]
  /** Points. */
  height: number
}

function headOf({ glyphs, lines }: Canvas, { title, note, values, time }: DocumentWidget, width: number): Head {
  const titleLines = lines(glyphs.shown(title ?? ''), width, TITLE, MAX_LINES.title)
  // The end is cut where there is no room: the name of the query says least.
  const names = [...values.map(({ name, text }) => `${name}: ${text}`), note].map((text) => isolated(text, i18n.locale))
  const facts = [time ?? '', ...names].filter((text) => text !== '').join(' · ')
  const factLines = lines(glyphs.shown(facts), width, NOTE, MAX_LINES.facts)
  const height = HEAD_HEIGHT + (titleLines.length - 1) * TITLE_LINE + (factLines.length - 1) * NOTE_LINE
  return { title: titleLines, facts: factLines, height }
}

function drawHead({ lineIn }: Canvas, { title, facts }: Head, { x, y, width }: Pick<Box, 'x' | 'y' | 'width'>): void {
  for (const [at, text] of title.entries()) lineIn(text, { x, y: y + at * TITLE_LINE, width }, TITLE)
  const below = y + title.length * TITLE_LINE + 1
  for (const [at, text] of facts.entries()) lineIn(text, { x, y: below + at * NOTE_LINE, width }, NOTE)
}

function drawContent(canvas: Canvas, { content }: DocumentWidget, { x, y, width, height }: Box, part: Part | null): void {
  if (content === null || height <= 0) return
  switch (content.kind) {
    case 'text':
      drawText(canvas, content.blocks, x, y, width, part ?? { from: 0, to: height })
      return
    case 'drawing':
      drawSvg(canvas, content.svg, x, y, Math.min(POINTS_PER_PIXEL, width / content.width))
      return
    case 'table':
      drawTable(canvas, content, x, y, width, height)
  }
}
