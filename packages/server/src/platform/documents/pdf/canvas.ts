import { signsOf } from '@sightline/domain/shortened.ts'
import PDFDocument from 'pdfkit'
import type { Page } from '../page.ts'
import { type FontName, fontFiles, type Glyphs, openGlyphs } from './fonts.ts'

/** How a text looks. */
export interface TextStyle {
  font: FontName
  /** Points. */
  size: number
  color: string
}

/** A document that is being drawn. Positions are points from the upper left corner of the page. */
export interface Canvas {
  doc: PDFKit.PDFDocument
  page: Page
  glyphs: Glyphs
  /** Width of a text that has passed `glyphs.shown`. */
  widthOf(text: string, style: Pick<TextStyle, 'font' | 'size'>): number
  /** Cuts a text to a width, with an ellipsis. */
  fitted(text: string, width: number, style: Pick<TextStyle, 'font' | 'size'>): string
  /** Draws one line, whose upper edge is at `y`. */
  line(text: string, x: number, y: number, style: TextStyle, link?: string | null): void
  /** Breaks a text into lines of a width. */
  lines(text: string, width: number, style: Pick<TextStyle, 'font' | 'size'>): string[]
}

export const COLORS = {
  text: '#14171C',
  text2: '#4A525E',
  text3: '#646D79',
  line: '#D8DDE3',
  accent: '#2B59D1',
  soft: '#F1F3F5',
}

/** Height of a line in multiples of the font size. */
export const LINE_HEIGHT = 1.35
/** From the upper edge of a line to the baseline, in multiples of the font size. */
const BASELINE = 1.02

/** Starts a document without pages. */
export function openCanvas(page: Page, info: { title: string; author: string; createdAt: Date }): Canvas {
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    margin: 0,
    size: [page.width, page.height],
    info: { Title: info.title, Author: info.author, Creator: 'Sightline', CreationDate: info.createdAt },
  })
  for (const [name, path] of fontFiles()) doc.registerFont(name, path)
  const glyphs = openGlyphs()
  const widthOf: Canvas['widthOf'] = (text, { font, size }) => doc.font(font).fontSize(size).widthOfString(text)
  const fitted: Canvas['fitted'] = (text, width, style) => {
    const full = widthOf(text, style)
    if (full <= width) return text
    const signs = signsOf(text)
    let count = Math.floor((signs.length * width) / full)
    const cut = () => `${signs.slice(0, count).join('').trimEnd()}…`
    while (count > 0 && widthOf(cut(), style) > width) count--
    return cut()
  }
  return {
    doc,
    page,
    glyphs,
    widthOf,
    fitted,
    line(text, x, y, style, link = null) {
      if (text === '') return
      doc.font(style.font).fontSize(style.size).fillColor(style.color)
      doc.text(text, x, y + style.size * BASELINE, { lineBreak: false, baseline: 'alphabetic' })
      if (link !== null) doc.link(x, y, widthOf(text, style), style.size * LINE_HEIGHT, link)
    },
    lines: (text, width, style) => text.split('\n').flatMap((line) => wrapped(line, width, (part) => widthOf(part, style))),
  }
}

/** Breaks a line between words, and within words that are wider than the line. */
function wrapped(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<=\s)/)) {
    if (line !== '' && widthOf((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += word
    while (widthOf(line.trimEnd()) > width) {
      const signs = signsOf(line)
      if (signs.length === 1) break
      let count = signs.length - 1
      while (count > 1 && widthOf(signs.slice(0, count).join('')) > width) count--
      lines.push(signs.slice(0, count).join(''))
      line = signs.slice(count).join('')
    }
  }
  return [...lines, line.trimEnd()]
}
