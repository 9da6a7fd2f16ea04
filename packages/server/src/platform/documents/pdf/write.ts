import { i18n } from '@sightline/domain/language/i18n.ts'
import { isolated } from '@sightline/domain/language/isolated.ts'
import { isFromRight } from '../../language/sides.ts'
import type { DocumentTab, DocumentWidget, ExportDocument } from '../document.ts'
import { pageOf } from '../page.ts'
import { arrange } from './arrange.ts'
import { type Canvas, COLORS, LINE_HEIGHT, openCanvas, type TextStyle } from './canvas.ts'
import { drawWidget, widgetHeight, widgetParts } from './widget.ts'

const TITLE: TextStyle = { font: 'semibold', size: 18, color: COLORS.text }
const CHAPTER: TextStyle = { font: 'semibold', size: 13, color: COLORS.text }
const SMALL: TextStyle = { font: 'regular', size: 8, color: COLORS.text2 }
const FOOT: TextStyle = { font: 'regular', size: 7, color: COLORS.text3 }
/** Points at the end of each page for its number. */
const FOOT_HEIGHT = 16
const LOGO = { width: 120, height: 28 }

/**
 * Writes a dashboard as PDF: its widgets in their grid, tabs as chapters with bookmarks, charts as shapes with text.
 * @param createdAt the time in the properties of the file
 */
export async function writePdf(document: ExportDocument, createdAt: Date): Promise<Buffer> {
  const page = pageOf(
    document.tabs.map(({ widgets }) => widgets.map(({ place }) => place)),
    document.page,
  )
  const canvas = openCanvas(page, { title: document.title, author: document.organization, createdAt })
  const chunks: Buffer[] = []
  canvas.doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => canvas.doc.on('end', resolve).on('error', reject))
  canvas.doc.addPage()
  let top = drawTitle(canvas, document)
  for (const [index, tab] of document.tabs.entries()) {
    if (index > 0) {
      canvas.doc.addPage()
      top = page.margin
    }
    drawTab(canvas, tab, top)
  }
  drawMissing(canvas)
  drawFeet(canvas, document)
  canvas.doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** @returns where the widgets begin */
function drawTitle(canvas: Canvas, document: ExportDocument): number {
  const { page, glyphs, fitted, lineIn, lines } = canvas
  const { margin } = page
  const whole = { x: margin, width: page.width - 2 * margin }
  const besideLogo = drawLogo(canvas, document) ? LOGO.width + 12 : 0
  const titleBox = { x: isFromRight() ? margin + besideLogo : margin, width: whole.width - besideLogo }
  lineIn(fitted(glyphs.shown(document.title), titleBox.width, TITLE), { ...titleBox, y: margin }, TITLE)
  let top = margin + TITLE.size * LINE_HEIGHT + 2
  const origin = [document.organization, document.madeAt].filter((text) => text !== '').join(' · ')
  const texts = [origin, ...document.values.map(({ name, text }) => `${name}: ${text}`), ...document.notes]
  for (const [at, text] of texts.entries()) {
    const box = at === 0 ? titleBox : whole
    for (const part of lines(glyphs.shown(text), box.width, SMALL)) {
      lineIn(part, { ...box, y: top }, SMALL)
      top += SMALL.size * LINE_HEIGHT
    }
  }
  const link = fitted(glyphs.shown(document.link), whole.width, SMALL)
  lineIn(link, { ...whole, y: top }, { ...SMALL, color: COLORS.accent }, document.link)
  return top + SMALL.size * LINE_HEIGHT + 10
}

/** Draws the logo if it is of a format that PDF knows: PNG and JPEG. @returns whether it is drawn */
function drawLogo({ doc, page }: Canvas, { logo }: ExportDocument): boolean {
  if (logo === null || !/^image\/(png|jpeg)$/.test(logo.type)) return false
  const fit: [number, number] = [LOGO.width, LOGO.height]
  const [left, place] = isFromRight()
    ? [page.margin, { fit }]
    : [page.width - page.margin - LOGO.width, { fit, align: 'right' as const }]
  try {
    doc.image(Buffer.from(logo.bytes), left, page.margin, place)
    return true
  } catch {
    // A file without its logo is better than none.
    return false
  }
}

function drawTab(canvas: Canvas, { name, widgets }: DocumentTab, start: number): void {
  const { doc, page, glyphs } = canvas
  let top = start
  const chapter = name === null ? doc.outline : doc.outline.addItem(name)
  if (name !== null) {
    const width = page.width - 2 * page.margin
    canvas.lineIn(canvas.fitted(glyphs.shown(name), width, CHAPTER), { x: page.margin, y: top, width }, CHAPTER)
    top += CHAPTER.size * LINE_HEIGHT + 6
  }
  const firstPage = doc.bufferedPageRange().count - 1
  const sized = widgets.map((widget) => ({
    item: widget,
    place: widget.place,
    height: widgetHeight(canvas, widget),
    canShrink: widget.content?.kind === 'table',
    divide: widgetParts(canvas, widget),
  }))
  const bottom = page.height - page.margin - FOOT_HEIGHT
  for (const placed of arrange(sized, page, top, bottom)) {
    while (doc.bufferedPageRange().count <= firstPage + placed.page) doc.addPage()
    doc.switchToPage(firstPage + placed.page)
    bookmark(chapter, placed.item)
    drawWidget(canvas, placed)
  }
  doc.switchToPage(doc.bufferedPageRange().count - 1)
}

function bookmark(chapter: PDFKit.PDFOutline, { title }: DocumentWidget): void {
  if (title !== null) chapter.addItem(title)
}

/** Says below the last widget which characters the fonts lack, on a page of its own if there are any. */
function drawMissing(canvas: Canvas): void {
  const missing = canvas.glyphs.missing()
  if (missing.length === 0) return
  const { doc, page } = canvas
  doc.addPage()
  const text = i18n._(
    'Some characters are shown as “?” because the font of this document does not have them: {scripts}. The HTML file of the dashboard shows them with the fonts of your device.',
    { scripts: missing.join(', ') },
  )
  const [x, width] = [page.margin, page.width - 2 * page.margin]
  for (const [at, line] of canvas.lines(canvas.glyphs.shown(text), width, SMALL).entries())
    canvas.lineIn(line, { x, y: page.margin + at * SMALL.size * LINE_HEIGHT, width }, SMALL)
}

function drawFeet(canvas: Canvas, { title, madeAt }: ExportDocument): void {
  const { doc, page, glyphs } = canvas
  const { count } = doc.bufferedPageRange()
  const y = page.height - page.margin - FOOT.size
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    const number = i18n._('Page {page} of {count}', { page: index + 1, count })
    const first = canvas.fitted(glyphs.shown(`${title} · ${isolated(madeAt, i18n.locale)}`), page.width / 2, FOOT)
    const [left, right] = isFromRight() ? [number, first] : [first, number]
    canvas.line(left, page.margin, y, FOOT)
    canvas.line(right, page.width - page.margin - canvas.widthOf(right, FOOT), y, FOOT)
  }
}
