import { describe, expect, it } from 'vitest'
import { readPdf } from '../../../testing/pdf-text.ts'
import type { DocumentWidget, GridPlace } from '../document.ts'
import { blocksOf } from '../markdown.ts'
import { pageOf } from '../page.ts'
import { arrange, type Sized } from './arrange.ts'
import { writePdf } from './write.ts'

const EMPTY = { title: null, note: '', values: [], time: null, content: null, remarks: [] }

/** The pages of a document with these widgets, without line breaks. */
async function pagesWith(widgets: DocumentWidget[]): Promise<string[]> {
  const around = { title: 'Sales', organization: '', logo: null, link: '', madeAt: '', values: [], notes: [] }
  const document = { ...around, tabs: [{ name: null, widgets }], page: 'a4' as const }
  const bytes = await writePdf(document, new Date('2026-11-29T08:00:00Z'))
  return (await readPdf(new Uint8Array(bytes))).pages.map((page) => page.replace(/\s+/g, ' '))
}

describe('a textbox in a PDF that is higher than a page', () => {
  const lines = Array.from({ length: 150 }, (_, at) => `line-${at}.`)
  const long: DocumentWidget = {
    ...EMPTY,
    place: { col: 0, row: 0, columns: 3, rows: 3, autoHeight: true },
    content: { kind: 'text', blocks: blocksOf(lines.join('\n')) },
    remarks: ['A result was limited.'],
  }
  const beside: DocumentWidget = {
    ...EMPTY,
    place: { col: 3, row: 0, columns: 3, rows: 3, autoHeight: true },
    content: { kind: 'text', blocks: blocksOf('Beside it.') },
  }
  const below: DocumentWidget = {
    ...beside,
    place: { ...long.place, row: 3 },
    content: { kind: 'text', blocks: blocksOf('Below it.') },
  }

  it('begins below what is above it and continues on the next pages, with every line once (OPEN-466)', async () => {
    const pages = await pagesWith([long, beside, below])
    expect(pages).toHaveLength(3)
    expect(pages.join(' ').match(/line-\d+\./g)).toEqual(lines)
    expect(pages[0]).toContain('line-0.')
    expect(pages[0]).toContain('Beside it.')
    for (const page of pages) expect(page).toMatch(/line-\d+/)
  })

  it('has its remarks at its end, and the widgets below it after that (OPEN-466)', async () => {
    const pages = await pagesWith([long, beside, below])
    expect(pages.join(' ').match(/A result was limited\./g)).toHaveLength(1)
    expect(pages[2]).toMatch(/line-149\. .*A result was limited\. .*Below it\./)
  })
})

it('a textbox begins on the next page where the last one has room for few of its lines, and never across another one (OPEN-466)', () => {
  const page = pageOf([], 'a4')
  const [top, bottom] = [page.margin, page.height - page.margin]
  const sized = (place: Partial<GridPlace>, height: number, isLong: boolean): Sized<string> => ({
    item: isLong ? 'long' : 'short',
    place: { col: 0, row: 0, columns: 6, rows: 3, autoHeight: true, ...place },
    height,
    canShrink: false,
    divide: isLong
      ? (first, more) => {
          const heights = [first, more, height - first - more]
          return heights.map((one) => ({ part: { from: 0, to: one, isLast: false }, height: one }))
        }
      : null,
  })
  const room = bottom - top
  const placed = (above: number) =>
    arrange([sized({}, above, false), sized({ row: 3 }, 2.2 * room, true), sized({ row: 6 }, 50, false)], page, top, bottom)
  expect(placed(room - 300).map((one) => one.page)).toEqual([0, 0, 1, 2, 2])
  expect(placed(room - 50).map((one) => one.page)).toEqual([0, 1, 2, 3, 3])
  const [long, short] = placed(room - 50).slice(-2)
  expect(short?.y).toBeCloseTo((long?.y ?? 0) + (long?.height ?? 0) + page.gap)
})
