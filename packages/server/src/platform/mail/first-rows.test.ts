import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { plainMarks } from '@sightline/domain/format/number.ts'
import { StoredColumns } from '@sightline/domain/table-columns/stored-columns.ts'
import { describe, expect, it } from 'vitest'
import { inLanguage } from '../language/reader.ts'
import { firstRowsHtml, firstRowsOf, firstRowsText } from './first-rows.ts'

const formats = {
  dateFormat: 'YYYY-MM-DD',
  dateTimeFormat: 'YYYY-MM-DD HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  nullText: '–',
  timeZone: 'Europe/Berlin',
  numberMarks: plainMarks,
}
const types: Record<string, ColumnType> = {
  id: 'integer',
  at: 'datetime',
  town: 'string',
  total: 'float',
  is_open: 'boolean',
  data: 'string',
}
const columns = Object.entries(types).map(([name, type]) => ({ name, type, source_type: '' }))
const rows: Cell[][] = [[1042, '2026-10-25T00:30:00Z', 'Bern', 1234.5, true, '{"a": 1}']]
const shown = (stored: unknown) => firstRowsOf({ columns, rows, total: 1 }, formats, { columns: StoredColumns.parse(stored) })

describe('the rows in a mail', () => {
  it('have the formats of the organization without a stored table (DASH-80)', () => {
    expect(firstRowsText(firstRowsOf({ columns, rows, total: 1300 }, formats))).toEqual([
      `id | at | town | total | is_open | data
1042 | 2026-10-25 02:30 | Bern | 1,234.5 | true | {"a": 1}
Shows 1 of 1,300 rows.`,
    ])
  })

  it('follow the formats, titles, order and display of each column of the table, as on the page (DASH-80)', () => {
    const { columns: heads, cells } = shown([
      { name: 'total', order: 0, title: 'Sales', numberFormat: '$0,0.000' },
      { name: 'is_open', order: 1, booleanValues: ['closed', 'open'], alignContent: 'center' },
      { name: 'at', order: 2, dateTimeFormat: 'DD MMM YYYY HH:mm' },
      { name: 'town', order: 3, displayAs: 'link', linkUrlTemplate: '/towns/{{ id }}', linkTextTemplate: '{{ @ }} ({{ id }})' },
      { name: 'id', order: 4, visible: false },
      { name: 'data', order: 5, displayAs: 'json' },
    ])
    expect(heads).toEqual([
      { title: 'Sales', group: '', align: 'right', isNumber: true },
      { title: 'is_open', group: '', align: 'center', isNumber: false },
      { title: 'at', group: '', align: 'left', isNumber: false },
      { title: 'town', group: '', align: 'left', isNumber: false },
      { title: 'data', group: '', align: 'left', isNumber: false },
    ])
    expect(cells).toEqual([['$1,234.500', 'open', '25 Oct 2026 02:30', 'Bern (1042)', '{"a":1}']])
  })

  it('are HTML cells with the alignment of the column and escaped texts (DASH-80)', () => {
    const html = firstRowsHtml(
      firstRowsOf({ columns: columns.slice(2, 4), rows: [['<b>&', 1234.5]], total: 1 }, formats, {
        columns: StoredColumns.parse([
          { name: 'town', alignContent: 'center' },
          { name: 'total', numberFormat: '0%' },
        ]),
      }),
    )
    const cell = 'padding:6px 12px 6px 0;border-bottom:1px solid #e7eaee;vertical-align:top'
    expect(html.match(/<td.*<\/td>/)?.[0]).toBe(
      `<td class="line" style="${cell};text-align:center">&lt;b&gt;&amp;</td>` +
        `<td class="line" style="${cell};text-align:right;white-space:nowrap">123450%</td>`,
    )
  })

  it('show the title of an image, and nothing for a link that pages would not show (DASH-80)', () => {
    const texts = (options: object) => shown([{ name: 'town', ...options }]).cells[0]?.[2]
    const image = { displayAs: 'image', imageUrlTemplate: 'https://a.example/{{ @ }}.png' }
    expect(texts({ ...image, imageTitleTemplate: 'Arms of {{ @ }}' })).toBe('Arms of Bern')
    expect(texts({ ...image, imageTitleTemplate: '' })).toBe('https://a.example/Bern.png')
    expect(texts({ displayAs: 'link', linkUrlTemplate: 'javascript:{{ @ }}' })).toBe('')
    expect(texts({ highlightLinks: true })).toBe('Bern')
  })

  it('have the colors and bars of their cells in inline styles, with a background for every colored text (TABLE-45, TABLE-46)', () => {
    const stored = [
      {
        name: 'id',
        visible: false,
        colorRules: [{ condition: 'above', value: '1000', color: 'red', target: 'text', wholeRow: true }],
      },
      { name: 'total', order: 0, cellFill: 'bars' },
    ]
    const options = { columns: StoredColumns.parse(stored) }
    const some = { columns: columns.slice(0, 4), rows, total: 1 }
    const ends = new Map([[3, { min: 0, max: 2469 }]])
    const cellsOf = (html: string) => [...html.matchAll(/<td[^>]*style="([^"]*)"/g)].map(([, style]) => style)
    const [at, , total] = cellsOf(firstRowsHtml(firstRowsOf(some, formats, options, { ends })))
    expect(at).toContain(';background-color:#FFFFFF;color:#9B1C18')
    expect(at).not.toContain('gradient')
    expect(total).toContain('linear-gradient(to right,transparent 0.0%,#B5CEFB 0.0%,#B5CEFB 50.0%,transparent 50.0%)')
    expect(cellsOf(firstRowsHtml(firstRowsOf(some, formats, options)))[2]).not.toContain('gradient')
    const arabic = inLanguage('ar', () => cellsOf(firstRowsHtml(firstRowsOf(some, formats, options, { ends }))))
    expect(arabic[2], 'bars begin where the lines of the reader do (OPEN-507)').toContain('linear-gradient(to left,')
  })

  it('have sparklines as images with words that say what they show (TABLE-50)', () => {
    const lists = { columns: columns.slice(5), rows: [['[3, 9, null, 7]'], ['none']], total: 2 }
    const options = { columns: StoredColumns.parse([{ name: 'data', displayAs: 'sparkline' }]) }
    const shown = firstRowsOf(lists, formats, options)
    expect(shown.cells).toEqual([['3 values from 3 to 9, 1 missing, last 7'], ['none']])
    expect(firstRowsHtml(shown, (row, column) => (row === 0 ? `line-${column}` : null))).toMatch(
      /<img src="cid:line-0" width="96" height="22" alt="3 values from 3 to 9, 1 missing, last 7"[^>]*> 7<\/td>.*\n.*>none<\/td>/,
    )
  })

  it('have the totals below them, subtotals between them, and heads over groups of columns (OPEN-266)', () => {
    const stored = [
      { name: 'town', order: 0 },
      { name: 'id', order: 1, group: 'Facts' },
      { name: 'total', order: 2, group: 'Facts' },
      ...['at', 'is_open', 'data'].map((name) => ({ name, visible: false })),
    ]
    const options = { columns: StoredColumns.parse(stored) }
    const of = {
      rows: 700,
      texts: new Map([[3, 'Sum 9,000']]),
      subtotals: [1, 2].map((after) => ({ after, texts: new Map([[2, 'Bern Total']]) })),
      problem: null,
    }
    const totals = { of, note: 'Totals of 700 rows.' }
    const shown = firstRowsOf({ columns, rows, total: 700 }, formats, options, { totals })
    expect(firstRowsText(shown)).toEqual([
      'town | Facts: id | Facts: total\nBern | 1042 | 1,234.5\nBern Total |  | \n |  | Sum 9,000\nShows 1 of 700 rows.\nTotals of 700 rows.',
    ])
    const html = firstRowsHtml(shown)
    expect(html).toMatch(/<th class="quiet" colspan="2"[^>]*>Facts<\/th>/)
    expect(html.match(/font-weight:600">(Bern Total|Sum 9,000)</g)).toHaveLength(2)
    expect(html).toContain('Totals of 700 rows.')
  })

  it('have the change since an earlier row behind the numbers that are compared (OPEN-251)', () => {
    const options = { columns: StoredColumns.parse([{ name: 'id', comparedWith: 'row' }]) }
    const compared = {
      columns: columns.slice(0, 1),
      rows: [
        [50, null],
        [75, 50],
      ],
      total: 2,
    }
    expect(firstRowsOf(compared, formats, options)).toMatchObject({
      columns: [{ title: 'id (vs. the row above)' }],
      cells: [['50'], ['75 (+50.0%)']],
    })
  })

  it('ignore unreadable options of a table (DASH-80)', () => {
    for (const broken of [undefined, 'x', [{ name: 5 }], [{ name: 'id', title: 5, visible: 'no', numberFormat: [] }]])
      expect(shown(broken)).toEqual(shown([]))
  })

  it('name at most six visible columns and ten rows (DASH-80)', () => {
    const seven = [...columns, { name: 'more', type: 'string' as const, source_type: '' }]
    const wide = { columns: seven, rows: Array(11).fill([...(rows[0] ?? []), 'x']), total: 11 }
    const cut = firstRowsOf(wide, formats)
    expect([cut.columns.length, cut.cells.length, cut.more]).toEqual([6, 10, 'Shows 10 of 11 rows and 6 of 7 columns.'])
    const hidden = { columns: StoredColumns.parse([{ name: 'id', visible: false }]) }
    expect(firstRowsOf(wide, formats, hidden, { maxRows: 5 })).toMatchObject({
      more: 'Shows 5 of 11 rows.',
      cells: { length: 5 },
    })
  })
})
