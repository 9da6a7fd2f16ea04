import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { defaultSettings } from '@sightline/contract/settings.ts'
import { cellText, cellView, tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import { alignments, displays } from '@sightline/domain/table-columns/stored-columns.ts'
import { totalsOf } from '@sightline/domain/table-columns/table-totals.ts'
import { describe, expect, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import table from './index.ts'
import { isSearched, pageSizeChoices, pageSizeOf, pageSizes, TableOptions } from './options.ts'

const formats = { ...sampleFormats, tableCellMaxJSONSize: 20 }
const source = (name: string, type: ColumnType | null) => ({ name, type, source_type: '' })
const columnOf = (type: ColumnType | null, stored: Record<string, unknown> = {}) => {
  const [column] = tableColumns([source('c', type)], TableOptions.parse({ columns: [{ name: 'c', ...stored }] }), formats)
  if (!column) throw new Error('The column is missing.')
  return column
}
const view = (cell: Cell, stored: Record<string, unknown>, row: Record<string, Cell> = {}) =>
  cellView(cell, columnOf('string', stored), (name) => row[name], formats.tableCellMaxJSONSize)

describe('page sizes', () => {
  it('are 25 by default (TABLE-01)', () => {
    expect(pageSizeOf(TableOptions.parse({}), 'elsewhere')).toBe(25)
  })

  it('are 50 on the query page, unless a number is stored (TABLE-02, OPEN-12)', () => {
    expect(pageSizeOf(TableOptions.parse({}), 'query page')).toBe(50)
    expect(pageSizeOf(TableOptions.parse({ itemsPerPage: 10 }), 'query page')).toBe(10)
  })

  it('offer ten numbers and the stored one (TABLE-03, OPEN-13)', () => {
    expect(pageSizes).toEqual([5, 10, 15, 20, 25, 50, 100, 150, 200, 250])
    expect(pageSizeChoices(500)).toEqual([...pageSizes, 500])
    expect(pageSizeChoices(50)).toEqual(pageSizes)
  })
})

describe('a table', () => {
  const heightOf = (stored: object, rows: number) => table.contentHeight?.(table.options.parse(stored), rows)

  it('has a search box if a visible column is searchable (TABLE-10)', () => {
    const searched = (...columns: object[]) => isSearched(TableOptions.parse({ columns }))
    expect(searched({ name: 'a' }, { name: 'b', allowSearch: true })).toBe(true)
    expect(searched({ name: 'a' }, { name: 'b', allowSearch: false })).toBe(false)
    expect(searched({ name: 'a', allowSearch: true, visible: false })).toBe(false)
    expect(searched()).toBe(false)
  })

  it('has marks in its first visible column of texts, which do nothing unless the dashboard says so (FILTER-17)', () => {
    const columns = [source('n', 'integer'), source('kind', 'string'), source('land', 'string')]
    const marksOf = (...stored: object[]) => table.marks?.(table.options.parse({ columns: stored }), columns)
    expect(marksOf()).toEqual({ x: 'kind', series: null, areCategories: false })
    expect(marksOf({ name: 'land', order: 0 }, { name: 'kind', order: 1 })?.x).toBe('land')
    expect(marksOf({ name: 'kind', visible: false })?.x).toBe('land')
    expect(table.marks?.(table.options.parse({}), [source('n', 'integer')])).toBeNull()
  })

  it('is as high as a page, with room for the pager only if there is more than one page (TABLE-31)', () => {
    expect(heightOf({ itemsPerPage: 10 }, 3)).toBe(30 + 3 * 28)
    expect(heightOf({ itemsPerPage: 10 }, 10)).toBe(30 + 10 * 28)
    expect(heightOf({ itemsPerPage: 10 }, 11)).toBe(30 + 10 * 28 + 32)
    expect(heightOf({}, 1000)).toBe(30 + 25 * 28 + 32)
    expect(heightOf({ columns: [{ name: 'a', allowSearch: true }] }, 0)).toBe(30 + 28 + 45)
  })
})

describe('the totals of a table', () => {
  const totalsOfColumn = (type: ColumnType, stored: object) =>
    totalsOf([columnOf(type, { ...stored })], formats, formats.nullText)

  it('have the format of their column, and counts and averages of whole numbers one of their own (TABLE-47)', () => {
    const text = (type: ColumnType, stored: object, cell: Cell) => totalsOfColumn(type, stored)[0]?.format(cell)
    expect(text('integer', { total: 'sum' }, '18014398509481986')).toBe('18,014,398,509,481,986')
    expect(text('integer', { total: 'average' }, 1.5)).toBe('1.5')
    expect(text('float', { total: 'average', numberFormat: '$0.00' }, 1.5)).toBe('$1.50')
    expect(text('float', { total: 'distinct', numberFormat: '$0.00' }, 1200)).toBe('1,200')
    expect(text('date', { total: 'max', dateTimeFormat: 'DD/MM/YYYY' }, '2026-03-01')).toBe('01/03/2026')
    expect(text('float', { total: 'sum' }, null)).toBe('—')
  })

  it('are those of visible columns only (TABLE-47)', () => {
    expect(totalsOfColumn('integer', {})).toEqual([])
    expect(totalsOfColumn('integer', { total: 'sum', visible: false })).toEqual([])
  })

  it('and heads of groups and a filter make the table higher (TABLE-47, TABLE-48, TABLE-49)', () => {
    const heightOf = (stored: object) => table.contentHeight?.(table.options.parse(stored), 2)
    expect(heightOf({ columns: [{ name: 'c', total: 'sum', group: 'g' }] })).toBe(30 + 26 + 2 * 28 + 62)
    expect(heightOf({ columns: [{ name: 'c', total: 'sum', group: 'g', visible: false }] })).toBe(30 + 2 * 28)
    expect(heightOf({ filters: [{ column: 'c', kind: 'contains', values: ['x'] }] })).toBe(30 + 2 * 28 + 45)
  })
})

describe('columns', () => {
  it('have a default for every option (TABLE-04, OPEN-57)', () => {
    expect(columnOf('string')).toMatchObject({
      name: 'c',
      title: 'c',
      visible: true,
      order: 100_000,
      alignContent: 'left',
      allowSearch: false,
      displayAs: 'string',
      allowHTML: true,
      highlightLinks: false,
      numberFormat: '0,0.00',
      dateTimeFormat: 'YYYY-MM-DD HH:mm',
      booleanValues: ['false', 'true'],
      imageUrlTemplate: '{{ @ }}',
      imageWidth: '',
      imageHeight: '',
      imageTitleTemplate: '{{ @ }}',
      linkUrlTemplate: '{{ @ }}',
      linkTextTemplate: '{{ @ }}',
      linkTitleTemplate: '{{ @ }}',
      linkOpenInNewTab: true,
      type: 'string',
    })
  })

  const shownByType = [
    ['integer', 'right', 'number'],
    ['float', 'right', 'number'],
    ['boolean', 'right', 'boolean'],
    ['date', 'left', 'datetime'],
    ['datetime', 'left', 'datetime'],
    ['string', 'left', 'string'],
    [null, 'left', 'string'],
  ] as const
  it.each(shownByType)(
    'of type %s are aligned %s and displayed as %s by default (TABLE-09, OPEN-57)',
    (type, alignContent, displayAs) => {
      expect(columnOf(type)).toMatchObject({ alignContent, displayAs })
    },
  )

  it('accept another alignment and display type, but no unknown ones (TABLE-08, TABLE-12)', () => {
    expect(alignments.map((alignContent) => columnOf('integer', { alignContent }).alignContent)).toEqual([
      'left',
      'center',
      'right',
    ])
    expect(displays.map((displayAs) => columnOf('integer', { displayAs }).displayAs)).toEqual([...displays])
    expect(columnOf('integer', { alignContent: 'top', displayAs: 'hologram' })).toMatchObject({
      alignContent: 'right',
      displayAs: 'number',
    })
  })

  const three = [source('a', 'string'), source('b', 'string'), source('c', 'string')]
  const named = (names: string[]) =>
    TableOptions.parse({ columns: names.map((name, order) => ({ name, order, title: name.toUpperCase() })) })

  it('take visibility, order and title from the options (TABLE-05, TABLE-06, TABLE-07)', () => {
    const options = TableOptions.parse({
      columns: [
        { name: 'c', order: 0 },
        { name: 'a', order: 1, title: 'First', visible: false },
        { name: 'b', order: 2 },
      ],
    })
    expect(
      tableColumns(three, options, formats).map(({ name, title, visible, index }) => ({ name, title, visible, index })),
    ).toEqual([
      { name: 'c', title: 'c', visible: true, index: 2 },
      { name: 'a', title: 'First', visible: false, index: 0 },
      { name: 'b', title: 'b', visible: true, index: 1 },
    ])
  })

  it('return to the order of the result when the set of columns has changed (TABLE-28)', () => {
    expect(tableColumns(three, named(['c', 'b', 'a']), formats).map(({ name }) => name)).toEqual(['c', 'b', 'a'])
    expect(tableColumns(three, named(['c', 'b', 'gone']), formats).map(({ title }) => title)).toEqual(['a', 'B', 'C'])
    expect(tableColumns(three, named(['c', 'b']), formats).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  it('have titles without a filter suffix', () => {
    expect(tableColumns([source('country::filter', 'string')], TableOptions.parse({}), formats)[0]?.title).toBe('country')
  })

  it('keep unknown options', () => {
    expect(TableOptions.parse({ paginationSize: 'small', columns: [{ name: 'a', nullValue: '?' }] })).toMatchObject({
      paginationSize: 'small',
      columns: [{ nullValue: '?' }],
    })
    expect(TableOptions.parse({ itemsPerPage: 'many', columns: 3 })).toMatchObject({ columns: [] })
  })
})

describe('cell texts', () => {
  it('format numbers of any length (TABLE-16)', () => {
    expect(cellText(1234.5, columnOf('float'))).toBe('1,234.5')
    expect(cellText(1234.5, columnOf('float', { numberFormat: '0.0a' }))).toBe('1.2k')
    expect(cellText('123456789012345678901234567890', columnOf('integer'))).toBe('123,456,789,012,345,678,901,234,567,890')
    expect(cellText('n/a', columnOf('integer'))).toBe('n/a')
  })

  it('write numbers with the separators of the installation', () => {
    expect(cellText(1234.5, columnOf('float'), { ...formats, numberMarks: { thousands: '.', decimal: ',' } })).toBe('1.234,5')
  })

  it('have the decimals of the rows at hand, and no grouping in ids, unless a format is stored (TABLE-35, TABLE-36)', () => {
    const columns = [source('order_id', 'integer'), source('share', 'float')]
    const rows = [
      [46_030, 16.7],
      [46_031, 3],
    ]
    const texts = (options: object) =>
      rows.map((row) =>
        tableColumns(columns, TableOptions.parse(options), formats, rows).map((column, at) =>
          cellText(row[at] ?? null, column),
        ),
      )
    expect(texts({})).toEqual([
      ['46030', '16.7'],
      ['46031', '3.0'],
    ])
    const stored = [
      { name: 'order_id', numberFormat: '0,0' },
      { name: 'share', numberFormat: '0.000' },
    ]
    expect(texts({ columns: stored })[0]).toEqual(['46,030', '16.700'])
  })

  it('format dates (TABLE-17)', () => {
    expect(cellText('2024-05-01', columnOf('date'))).toBe('2024-05-01')
    expect(cellText('2024-05-01T10:07:00', columnOf('datetime', { dateTimeFormat: 'D MMM YY, HH[h]' }))).toBe('1 May 24, 10h')
    expect(cellText('soon', columnOf('date'))).toBe('soon')
  })

  it('show a time with a zone on the clock of the reader, and one without a zone as it is', () => {
    const inZurich = { ...formats, timeZone: 'Europe/Zurich' }
    const shown = ['2026-06-30T22:00:00Z', '2026-10-31T23:00:00.5Z', '2026-06-30T22:00:00+05:30', '2026-06-30T22:00:00'].map(
      (cell) => cellText(cell, columnOf('datetime'), inZurich),
    )
    expect(shown).toEqual(['2026-07-01 00:00', '2026-11-01 00:00', '2026-06-30 18:30', '2026-06-30 22:00'])
  })

  it('use the formats of the application, initially ISO dates, grouped digits, false and true (OPEN-25, VIZ-20)', () => {
    expect(defaultSettings).toMatchObject({
      date_format: 'YYYY-MM-DD',
      time_format: 'HH:mm',
      integer_format: '0,0',
      float_format: '0,0.00',
    })
    expect(columnOf('boolean').booleanValues).toEqual(['false', 'true'])
    const handed = { ...formats, dateFormat: 'DD.MM.YY', dateTimeFormat: 'DD.MM.YY HH:mm:ss' }
    const columns = tableColumns([source('day', 'date'), source('time', 'datetime')], TableOptions.parse({}), handed)
    expect(columns.map((column) => cellText('2024-05-01T10:07:09', column))).toEqual(['01.05.24', '01.05.24 10:07:09'])
    const numbers = tableColumns([source('i', 'integer'), source('f', 'float')], TableOptions.parse({}), {
      ...formats,
      integerFormat: '0',
      floatFormat: '0.0',
    })
    expect(numbers.map((column) => cellText(1234.56, column))).toEqual(['1235', '1234.6'])
  })

  it('show texts for false and true (TABLE-18)', () => {
    const column = columnOf('boolean', { booleanValues: ['no', 'yes'] })
    expect([false, true, 0, 1, 'false', 'true'].map((cell) => cellText(cell, column))).toEqual([
      'no',
      'yes',
      'no',
      'yes',
      'no',
      'yes',
    ])
    expect(cellText(true, columnOf('boolean', { booleanValues: ['no'] }))).toBe('true')
  })
})

describe('strings', () => {
  it('are HTML, to be sanitized, if it is allowed (TABLE-13)', () => {
    expect(view('<b>x</b>', { allowHTML: true })).toEqual({ kind: 'html', html: '<b>x</b>' })
    expect(view('a &amp; b', { allowHTML: true })).toEqual({ kind: 'html', html: 'a &amp; b' })
    const long = '<b>x</b> https://a.example '.repeat(40_000)
    expect(view(long, { allowHTML: true, highlightLinks: true })).toMatchObject({ kind: 'text', text: long })
    expect(view('1 < 2 & 3', { allowHTML: true })).toMatchObject({ kind: 'text', text: '1 < 2 & 3' })
  })

  it('are shown verbatim if HTML is not allowed (TABLE-14)', () => {
    expect(view('<b>x</b>', { allowHTML: false })).toMatchObject({ kind: 'text', text: '<b>x</b>' })
  })

  it('have their URLs turned into links (TABLE-15)', () => {
    expect(view('at https://a.example', { allowHTML: false, highlightLinks: true })).toEqual({
      kind: 'linked text',
      pieces: [
        { kind: 'text', text: 'at ' },
        { kind: 'link', text: 'https://a.example', url: 'https://a.example' },
      ],
    })
  })
})

describe('images and links', () => {
  it('fill in the templates of an image (TABLE-19, TABLE-27)', () => {
    const stored = {
      displayAs: 'image',
      imageUrlTemplate: 'https://a.example/{{ @ }}.png',
      imageTitleTemplate: '{{ name }}',
      imageWidth: '20',
    }
    expect(view('de', stored, { name: 'Germany' })).toEqual({
      kind: 'image',
      address: 'https://a.example/de.png',
      title: 'Germany',
      width: 20,
      height: null,
    })
  })

  it('have a width and a height only if these are positive integers (TABLE-20)', () => {
    const sizes = [20, '30', '0', '-5', '1.5', 'auto', '', 0]
    const used = [20, 30, null, null, null, null, null, null]
    const shown = (stored: object) => view('https://a.example', { displayAs: 'image', ...stored })
    expect(sizes.map((imageWidth) => shown({ imageWidth, imageHeight: 7 }))).toMatchObject(
      used.map((width) => ({ kind: 'image', width, height: 7 })),
    )
    expect(sizes.map((imageHeight) => shown({ imageWidth: 7, imageHeight }))).toMatchObject(
      used.map((height) => ({ kind: 'image', width: 7, height })),
    )
  })

  it('show nothing for an empty template (TABLE-21, TABLE-23)', () => {
    expect(view('x', { displayAs: 'image', imageUrlTemplate: '' })).toEqual({ kind: 'nothing' })
    expect(view('x', { displayAs: 'link', linkUrlTemplate: ' ' })).toEqual({ kind: 'nothing' })
    expect(view('', { displayAs: 'link' })).toEqual({ kind: 'nothing' })
  })

  it('fill in the templates of a link (TABLE-22, TABLE-27)', () => {
    const stored = {
      displayAs: 'link',
      linkUrlTemplate: '/queries/{{ id }}',
      linkTextTemplate: '{{ @ }}!',
      linkTitleTemplate: 'Open {{ id }}',
    }
    expect(view('Delays', stored, { id: 7 })).toEqual({
      kind: 'link',
      address: '/queries/7',
      text: 'Delays!',
      title: 'Open 7',
      opensTab: true,
    })
  })

  it('open links in a new tab by default (TABLE-24)', () => {
    expect(view('https://a.example', { displayAs: 'link' })).toMatchObject({ opensTab: true })
    expect(view('https://a.example', { displayAs: 'link', linkOpenInNewTab: false })).toMatchObject({ opensTab: false })
  })

  it('show nothing for URLs with other schemes (CONST-04)', () => {
    for (const address of ['javascript:alert(1)', ' java\tscript:alert(1)', 'vbscript:x', 'file:///etc/passwd']) {
      expect(view(address, { displayAs: 'link' })).toEqual({ kind: 'nothing' })
      expect(view(address, { displayAs: 'image' })).toEqual({ kind: 'nothing' })
    }
  })
})

describe('JSON', () => {
  it('is parsed up to the configured size, and is shown as invalid text otherwise (TABLE-25, TABLE-26)', () => {
    expect(view('{"a": [1]}', { displayAs: 'json' })).toEqual({ kind: 'json', value: { a: [1] } })
    expect(view('{"a": 12345678901}', { displayAs: 'json' })).toMatchObject({ kind: 'json' })
    expect(view('{"a": 12345678901234}', { displayAs: 'json' })).toMatchObject({ kind: 'text', isInvalid: true })
    expect(view('{oops', { displayAs: 'json' })).toEqual({ kind: 'text', text: '{oops', isInvalid: true })
  })
})
