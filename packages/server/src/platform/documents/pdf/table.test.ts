import { describe, expect, it } from 'vitest'
import { type ReadPdf, readPdf } from '../../../testing/pdf-text.ts'
import { inLanguage } from '../../language/reader.ts'
import type { DocumentCell, DocumentHead, DocumentTable, DocumentWidget } from '../document.ts'
import { pageOf } from '../page.ts'
import { openCanvas, type TextStyle } from './canvas.ts'
import { columnWidths, SIDE } from './columns.ts'
import { drawSparkline, sparklineWidths } from './sparkline.ts'
import { writePdf } from './write.ts'

const cell = (text: string): DocumentCell => ({
  text,
  link: null,
  number: null,
  look: null,
  darkLook: null,
  sparkline: null,
})
const head = (text: string, isExact: boolean): DocumentHead => ({ text, span: 1, align: 'left', isExact })

function tableOf(heads: DocumentHead[], texts: string[], count = 5): DocumentTable {
  const rows = Array.from({ length: count }, () => texts.map(cell))
  return { heads: [heads], rows, subtotals: [], foot: null, isSortable: true, note: '', more: 0 }
}

const CELL: TextStyle = { font: 'regular', size: 7.5, color: '#000000' }
const CREATED = new Date('2026-11-29T08:00:00Z')

/** The pages of a document with a table, without line breaks. */
const pagesWith = async (table: DocumentTable, columns: number, rows = 8): Promise<string[]> =>
  (await readWith(table, columns, rows)).pages.map((page) => page.replace(/\s+/g, ' '))

/** A document with a table as its reader finds it. */
async function readWith(table: DocumentTable, columns: number, rows = 8): Promise<ReadPdf> {
  const widget: DocumentWidget = {
    place: { col: 0, row: 0, columns, rows, autoHeight: false },
    title: 'Orders',
    note: '',
    values: [],
    time: 'as of 2026-11-29 07:59 UTC',
    content: { kind: 'table', ...table },
    remarks: [],
  }
  const around = { title: 'Sales', organization: '', logo: null, link: '', madeAt: '', values: [], notes: [] }
  const bytes = await writePdf({ ...around, tabs: [{ name: null, widgets: [widget] }], page: 'a4' }, CREATED)
  return readPdf(new Uint8Array(bytes))
}

describe('a table in a PDF', () => {
  it('has its first column at the side at which lines of its reader start (OPEN-508)', async () => {
    const table = tableOf([head('first', true), head('second', true)], ['1', '2'])
    const isFirstAtLeft = async () => {
      const { lefts } = await readWith(table, 3)
      return (lefts.get('first') ?? 0) < (lefts.get('second') ?? 0)
    }
    expect([await inLanguage('en', isFirstAtLeft), await inLanguage('ar', isFirstAtLeft)]).toEqual([true, false])
  })

  it('cuts texts before dates and numbers, and breaks heads into lines (OPEN-650)', async () => {
    const heads = [
      head('customer', false),
      head('order_date', true),
      head('The total amount of the order in Swiss Francs', true),
    ]
    const [page] = await pagesWith(tableOf(heads, ['A customer with a very long name', '2001-06-14', '1,234.50']), 2)
    expect(page).toContain('2001-06-14')
    expect(page).toContain('1,234.50')
    expect(page).toMatch(/A cust\S*( \S+)?…/)
    expect(page).toContain('order_date')
    expect(page).toContain('as of 2026-11-29 07:59 UTC')
  })

  it('leaves out the last columns if dates and numbers do not fit, and names them (OPEN-650)', async () => {
    const heads = Array.from({ length: 30 }, (_, at) => head(`m${at}`, true))
    const [page] = await pagesWith(
      tableOf(
        heads,
        heads.map((_, at) => `${1000 + at}.25`),
      ),
      3,
    )
    const shown = Number(
      /Shows \d+ of \d+ rows and (\d+) of 30 columns|Shows (\d+) of 30 columns/
        .exec(page ?? '')
        ?.slice(1)
        .find(Boolean),
    )
    expect(shown).toBeGreaterThan(3)
    expect(page).toContain(`${1000 + shown - 1}.25`)
    expect(page).not.toContain(`${1000 + shown}.25`)
    expect(page).toContain(`Columns that are not shown: m${shown}, m${shown + 1}`)
  })

  it('draws the lines of a column of sparklines smaller where it is narrow, with their last values (OPEN-467)', () => {
    const canvas = openCanvas(pageOf([], 'a4'), { title: '', author: '', createdAt: CREATED })
    const line = {
      ...cell('1, 2, 3'),
      sparkline: { svg: '<svg width="96" height="22"><path d="M0 0L96 22"/></svg>', last: '3' },
    }
    const heads = [head('customer', false), head('trend', false), head('amount', true)]
    const table = { ...tableOf(heads, []), rows: [[cell('A customer with a very long name'), line, cell('1,234,567.50')]] }
    const styles = { head: { font: 'semibold' as const, size: 7, color: '' }, cell: CELL, total: CELL }
    const least = sparklineWidths(canvas, '3', CELL).least
    for (const width of [300, 200, 160]) {
      const widths = columnWidths(canvas, table, styles, width)
      expect(widths).toHaveLength(3)
      expect((widths[1] ?? 0) - 2 * SIDE).toBeGreaterThan(least - 0.01)
      canvas.doc.addPage()
      const box = { x: 0, y: 0, width: (widths[1] ?? 0) - 2 * SIDE, height: 14, align: 'left' as const }
      expect(drawSparkline(canvas, line.sparkline, box, CELL)).toBe(true)
    }
  })

  it('begins on the first page, with fewer rows, if it is higher than what the title leaves of it (OPEN-650)', async () => {
    const [first, ...more] = await pagesWith(tableOf([head('n', true)], ['42'], 200), 6, 60)
    expect(first).toMatch(/Shows \d+ of 200 rows\./)
    expect(more).toEqual([])
  })
})

it('digits of a PDF have the same width in all fonts, beside points and commas as elsewhere (OPEN-651)', () => {
  const canvas = openCanvas(pageOf([], 'a4'), { title: '', author: '', createdAt: CREATED })
  for (const font of ['regular', 'semibold', 'italic'] as const) {
    const widthOf = (text: string) => canvas.widthOf(text, { font, size: 100 })
    expect(widthOf('77,777.70')).toBeCloseTo(widthOf('11,111.11'))
    expect(widthOf('7.7')).toBeCloseTo(widthOf('1.1'))
    expect(widthOf('7.1') + widthOf('4,7')).toBeCloseTo(widthOf('1.7') + widthOf('7,4'))
  }
})
