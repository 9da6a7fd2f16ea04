import { i18n } from '@sightline/domain/language/i18n.ts'
import { graphemesOf } from '@sightline/domain/shortened.ts'
import PDFDocument from 'pdfkit'
import { isFromRight } from '../../language/sides.ts'
import type { Page } from '../page.ts'
import { partsOfLine } from './breaks.ts'
import { type Family, type FontName, families, fontFile, fontNames, type Glyphs, openGlyphs } from './fonts.ts'
import { runsOf } from './runs.ts'

/** How a text looks. */
export interface TextStyle {
  font: FontName
  /** Points. */
  size: number
  color: string
  /** Whether a line goes through it. */
  isStruck?: boolean
}

/** A part of a page, points. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
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
  /** Writes a text that has passed `glyphs.shown` in the colour of the document. @param baseline points from the top */
  write(text: string, x: number, baseline: number, style: Pick<TextStyle, 'font' | 'size'>): void
  /** Draws one line, whose upper edge is at `y`. */
  line(text: string, x: number, y: number, style: TextStyle, link?: string | null): void
  /** Draws one line within a width, at the side at which lines of the reader start. */
  lineIn(text: string, box: Pick<Box, 'x' | 'y' | 'width'>, style: TextStyle, link?: string | null): void
  /** Breaks a text into lines of a width. @param most number of lines, the last of which is cut if there are more */
  lines(text: string, width: number, style: Pick<TextStyle, 'font' | 'size'>, most?: number): string[]
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
/** From the upper edge of a line to the line through struck text: the middle of its small letters. */
const STRIKE = 0.75

/**
 * Digits of equal width stand below each other. They also have no kerning, which would push them over decimal points. In words, hyphens
 * would be as wide as digits.
 */
const optionsFor = (text: string) => (/\d/.test(text) ? { features: ['tnum' as const] } : {})

const registeredName = (family: Family, name: FontName) => `${family} ${name}`

/** Starts a document without pages. */
export function openCanvas(page: Page, info: { title: string; author: string; createdAt: Date }): Canvas {
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    lang: i18n.locale,
    displayTitle: true,
    pdfVersion: '1.7',
    margin: 0,
    size: [page.width, page.height],
    info: { Title: info.title, Author: info.author, Creator: 'Sightline', CreationDate: info.createdAt },
  })
  for (const family of families)
    for (const name of fontNames) doc.registerFont(registeredName(family, name), fontFile(family, name))
  const glyphs = openGlyphs()
  const widthOf: Canvas['widthOf'] = (text, { font, size }) => {
    let width = 0
    for (const run of runsOf(text, glyphs))
      width += doc.font(registeredName(run.family, font)).fontSize(size).widthOfString(run.text, optionsFor(run.text))
    return width
  }
  const write: Canvas['write'] = (text, x, baseline, { font, size }) => {
    let left = x
    for (const run of runsOf(text, glyphs)) {
      doc.font(registeredName(run.family, font)).fontSize(size)
      doc.text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic', ...optionsFor(run.text) })
      left += doc.widthOfString(run.text, optionsFor(run.text))
    }
  }
  const fitted: Canvas['fitted'] = (text, width, style) => {
    const full = widthOf(text, style)
    if (full <= width) return text
    const graphemes = graphemesOf(text)
    let count = Math.floor((graphemes.length * width) / full)
    const cut = () => `${graphemes.slice(0, count).join('').trimEnd()}…`
    while (count > 0 && widthOf(cut(), style) > width) count--
    return cut()
  }
  const line: Canvas['line'] = (text, x, y, style, link = null) => {
    if (text === '') return
    doc.fillColor(style.color)
    write(text, x, y + style.size * BASELINE, style)
    if (style.isStruck) doc.rect(x, y + style.size * STRIKE, widthOf(text, style), style.size / 16).fill(style.color)
    if (link !== null) doc.link(x, y, widthOf(text, style), style.size * LINE_HEIGHT, link)
  }
  return {
    doc,
    page,
    glyphs,
    widthOf,
    fitted,
    write,
    line,
    lineIn: (text, { x, y, width }, style, link) =>
      line(text, isFromRight() ? x + width - widthOf(text, style) : x, y, style, link),
    lines(text, width, style, most = Number.POSITIVE_INFINITY) {
      const all = text.split('\n').flatMap((line) => wrapped(line, width, (part) => widthOf(part, style)))
      return all.length <= most ? all : [...all.slice(0, most - 1), fitted(all.slice(most - 1).join(' '), width, style)]
    },
  }
}

/** Breaks a line where it may end, and within parts that are wider than the line. */
function wrapped(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of partsOfLine(text)) {
    if (line !== '' && widthOf((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += word
    while (widthOf(line.trimEnd()) > width) {
      const graphemes = graphemesOf(line)
      if (graphemes.length === 1) break
      let count = graphemes.length - 1
      while (count > 1 && widthOf(graphemes.slice(0, count).join('')) > width) count--
      lines.push(graphemes.slice(0, count).join(''))
      line = graphemes.slice(count).join('')
    }
  }
  return [...lines, line.trimEnd()]
}
