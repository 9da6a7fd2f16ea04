import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { cellText, cellView, defaultColumn, isRich, tableColumns } from './column-view.ts'
import { StoredColumns } from './stored-columns.ts'
import type { TableColumn } from './table-column.ts'
import { sampleFormats } from './testing.ts'

const column = (name: string, type: ColumnType | null) => ({ name, type, source_type: '' })
const plain = (type: ColumnType | null, changes: Partial<TableColumn> = {}): TableColumn => ({
  ...defaultColumn(column('c', type), 0, sampleFormats),
  ...changes,
})
const view = (cell: Cell, changes: Partial<TableColumn>, row: Record<string, Cell> = {}, maxJsonSize = 20) =>
  cellView(cell, plain('string', changes), (name) => row[name], maxJsonSize)

describe('a column without stored options', () => {
  it('has a default for every option', () => {
    expect(defaultColumn(column('c::filter', 'string'), 3, sampleFormats)).toEqual({
      index: 3,
      name: 'c::filter',
      type: 'string',
      title: 'c',
      description: '',
      visible: true,
      order: 100_003,
      alignContent: 'left',
      allowSearch: false,
      displayAs: 'string',
      allowHTML: true,
      highlightLinks: false,
      numberFormat: '0,0.00',
      dateTimeFormat: 'YYYY-MM-DD HH:mm',
      dayFormat: null,
      booleanValues: ['false', 'true'],
      imageUrlTemplate: '{{ @ }}',
      imageTitleTemplate: '{{ @ }}',
      imageWidth: '',
      imageHeight: '',
      linkUrlTemplate: '{{ @ }}',
      linkTextTemplate: '{{ @ }}',
      linkTitleTemplate: '{{ @ }}',
      linkOpenInNewTab: true,
      colorRules: [],
      cellFill: 'none',
      fillColor: 'blue',
      lowColor: 'red',
      midpoint: null,
      sparklineKind: 'line',
      sparklineScale: 'cell',
      sparklineEnds: null,
      comparedWith: 'none',
      comparedTime: null,
      comparedGroup: null,
      comparison: 'percent',
      lowerIsBetter: false,
      total: 'none',
      pinned: false,
      group: '',
    })
  })

  it('gets alignment, display type and formats from its column type', () => {
    const of = (type: ColumnType | null) => {
      const { alignContent, displayAs, numberFormat, dateTimeFormat } = plain(type)
      return [alignContent, displayAs, numberFormat, dateTimeFormat]
    }
    const { floatFormat, integerFormat, dateFormat, dateTimeFormat } = sampleFormats
    expect(of('integer')).toEqual(['right', 'number', integerFormat, dateTimeFormat])
    expect(of('float')).toEqual(['right', 'number', '0,0.[00]', dateTimeFormat])
    expect(of('date')).toEqual(['left', 'datetime', floatFormat, dateFormat])
    expect(of('datetime')).toEqual(['left', 'datetime', floatFormat, dateTimeFormat])
    expect(of('boolean')).toEqual(['right', 'boolean', floatFormat, dateTimeFormat])
    expect(of(null)).toEqual(['left', 'string', floatFormat, dateTimeFormat])
  })
})

describe('the columns of a result', () => {
  const three = ['a', 'b', 'c'].map((name) => column(name, 'string'))
  const shown = (stored: unknown) => tableColumns(three, { columns: StoredColumns.parse(stored) }, sampleFormats)

  it('take stored options over defaults, but their type and index from the result', () => {
    const [, b] = shown([{ name: 'b', type: 'integer', title: 'B', index: 9, booleanValues: ['no', 'yes'] }])
    expect(b).toMatchObject({ name: 'b', type: 'string', title: 'B', booleanValues: ['no', 'yes'], description: '' })
    expect(shown([{ name: 'b', booleanValues: ['no'] }])[1]?.booleanValues).toEqual(['no', 'true'])
    expect(shown([{ name: 'b' }])[1]?.booleanValues).toEqual(['false', 'true'])
  })

  it('use the stored order only if exactly the columns of the result are stored', () => {
    const names = (stored: unknown) => shown(stored).map(({ name }) => name)
    const reversed = ['c', 'b', 'a'].map((name, order) => ({ name, order }))
    expect(names(reversed)).toEqual(['c', 'b', 'a'])
    expect(names(reversed.slice(1))).toEqual(['a', 'b', 'c'])
    expect(names([...reversed, { name: 'd', order: -1 }])).toEqual(['a', 'b', 'c'])
    expect(names([...reversed.slice(1), { name: 'd', order: 0 }])).toEqual(['a', 'b', 'c'])
    expect(names([{ name: 'a' }, { name: 'b' }, { name: 'c', order: 0 }])).toEqual(['c', 'a', 'b'])
  })

  it('use the default for an option that is stored with the wrong type', () => {
    const [a] = shown([{ name: 'a', title: 7, visible: 'no', displayAs: 'hologram', alignContent: 'up', imageWidth: true }])
    expect(a).toMatchObject({ title: 'a', visible: true, displayAs: 'string', alignContent: 'left', imageWidth: '' })
    expect(shown('none').map(({ title }) => title)).toEqual(['a', 'b', 'c'])
  })
})

describe('a column of times at midnight', () => {
  const berlin = { ...sampleFormats, timeZone: 'Europe/Berlin' }
  const july = '2026-06-30T22:00:00Z'
  const texts = (cells: Cell[], sample: Cell[], type: ColumnType = 'datetime', stored = {}) => {
    const options = { columns: StoredColumns.parse([{ name: 'c', ...stored }]) }
    const rows = sample.map((cell) => [cell])
    const [only] = tableColumns([column('c', type)], options, berlin, rows)
    return cells.map((cell) => only && cellText(cell, only, berlin))
  }

  it('shows dates if it has no stored format (TABLE-41)', () => {
    expect(texts([july], [july, null])).toEqual(['2026-07-01'])
    expect(texts([july], [july], 'datetime', { title: 'Month' })).toEqual(['2026-07-01'])
    expect(texts([july], [july], 'datetime', { dateTimeFormat: 'YYYY-MM-DD HH:mm' })).toEqual(['2026-07-01 00:00'])
  })

  it('shows the time of a later row that is not at midnight (TABLE-42)', () => {
    expect(texts([july, '2026-07-01T08:15:00Z'], [july])).toEqual(['2026-07-01', '2026-07-01 10:15'])
  })

  it('shows times if one of the sample is not at midnight, or if it has no zone (TABLE-41)', () => {
    expect(texts([july], [july, '2026-07-01T08:15:00Z'])).toEqual(['2026-07-01 00:00'])
    expect(texts(['2026-07-01T00:00:00'], ['2026-07-01T00:00:00'])).toEqual(['2026-07-01 00:00'])
  })
})

describe('the text of a cell', () => {
  it('formats numbers, and leaves anything else as it is', () => {
    expect([1234.5, '1234.5', 'many', true, ''].map((cell) => cellText(cell, plain('float')))).toEqual([
      '1,234.5',
      '1,234.5',
      'many',
      'true',
      '',
    ])
  })

  it('formats dates, and leaves anything else as it is', () => {
    expect(['2024-05-01', 'soon', 20_240_501].map((cell) => cellText(cell, plain('date', { dateTimeFormat: 'YYYY' })))).toEqual(
      ['2024', 'soon', '20240501'],
    )
  })

  it('is the text for false only if the value is false', () => {
    const written = (cell: Cell) => cellText(cell, plain('boolean', { booleanValues: ['no', 'yes'] }))
    expect([false, 0, '', 'false'].map(written)).toEqual(['no', 'no', 'no', 'no'])
    expect([true, 1, 'x', 'true', 'False', '0'].map(written)).toEqual(['yes', 'yes', 'yes', 'yes', 'yes', 'yes'])
  })

  it('is the cell itself in text columns', () => {
    expect([12, true, 'x'].map((cell) => cellText(cell, plain('string')))).toEqual(['12', 'true', 'x'])
  })
})

describe('a number that is not finite', () => {
  it('is shown by its name, on the right, and does not change the decimals of its column (TABLE-43)', () => {
    const sample: Cell[][] = [['NaN'], [0.00042], ['Infinity'], ['-Infinity']]
    const [only] = tableColumns([column('c', 'float')], { columns: [] }, sampleFormats, sample)
    expect(sample.map(([cell]) => only && cellText(cell ?? null, only))).toEqual(['NaN', '0.00042', 'Infinity', '-Infinity'])
    expect(only?.alignContent).toBe('right')
  })
})

describe('a column that may need more than plain text', () => {
  it('shows images, links, JSON, HTML, or highlighted links', () => {
    const rich = (changes: Partial<TableColumn>) => isRich(plain('string', { allowHTML: false, ...changes }))
    expect([rich({}), rich({ allowHTML: true }), rich({ highlightLinks: true })]).toEqual([false, true, true])
    const displays = ['number', 'datetime', 'boolean', 'image', 'link', 'json', 'sparkline'] as const
    expect(displays.filter((displayAs) => rich({ displayAs }))).toEqual(['image', 'link', 'json', 'sparkline'])
    expect(displays.filter((displayAs) => rich({ displayAs, allowHTML: true, highlightLinks: true }))).toEqual([
      'image',
      'link',
      'json',
      'sparkline',
    ])
  })
})

describe('the view of a cell', () => {
  const text = (shown: string, isInvalid = false) => ({ kind: 'text', text: shown, isInvalid })

  it('is HTML for tags, comments and entities, and plain text otherwise', () => {
    for (const html of ['<b>', '</B>', '<!--', '&amp;', '&#38;', 'x &LT; y'])
      expect(view(html, {})).toEqual({ kind: 'html', html })
    for (const other of ['<', '< b', '<1', '&', '&;', '&#;', '&#x;', 'a & b;', '&1;'])
      expect(view(other, {})).toEqual(text(other))
    expect(view('<b>', { allowHTML: false })).toEqual(text('<b>'))
    expect(view(12, {})).toEqual(text('12'))
  })

  it('has links only if they are highlighted, and prefers HTML to links', () => {
    expect(view('www.a.example', {})).toEqual(text('www.a.example'))
    expect(view('www.a.example', { highlightLinks: true })).toMatchObject({ kind: 'linked text', pieces: [{ kind: 'link' }] })
    expect(view('<b>www.a.example', { highlightLinks: true })).toMatchObject({ kind: 'html' })
  })

  it('is plain text above 50,000 characters', () => {
    expect(view(`<b>${'x'.repeat(49_997)}`, {})).toMatchObject({ kind: 'html' })
    const long = `<b>${'x'.repeat(49_998)}`
    expect(view(long, { highlightLinks: true })).toEqual(text(long))
  })

  it('is an image with filled-in templates and trimmed spaces', () => {
    const image = {
      displayAs: 'image' as const,
      imageUrlTemplate: ' /{{ @ }}/{{ size }}/{{ gone }} ',
      imageTitleTemplate: ' {{ size }} ',
    }
    expect(view('de', { ...image, imageWidth: ' 20 ', imageHeight: 'x3' }, { size: 's' })).toEqual({
      kind: 'image',
      address: '/de/s/{{ gone }}',
      title: 's',
      width: 20,
      height: null,
    })
    expect(view('de', { ...image, imageWidth: '3x', imageHeight: 12 })).toMatchObject({ width: null, height: 12 })
  })

  it('is a link whose text is its URL if the template is empty', () => {
    const link = { displayAs: 'link' as const, linkTextTemplate: '{{ empty }}', linkTitleTemplate: ' {{ @ }} ' }
    expect(view('/a', { ...link, linkOpenInNewTab: false }, { empty: null })).toEqual({
      kind: 'link',
      address: '/a',
      text: '/a',
      title: '/a',
      opensTab: false,
    })
  })

  it.each(['javascript:alert(1)', ' java\tscript:alert(1)', 'file:///etc/passwd'])(
    'is nothing if an image or link would have the URL %j (CONST-04)',
    (address) => {
      expect(view(address, { displayAs: 'link' })).toEqual({ kind: 'nothing' })
      expect(view(address, { displayAs: 'image' })).toEqual({ kind: 'nothing' })
    },
  )

  it('is JSON up to the size limit, and text marked as invalid if it is longer or cannot be parsed', () => {
    const json = { displayAs: 'json' as const }
    expect(view('[1,2]', json, {}, 5)).toEqual({ kind: 'json', value: [1, 2] })
    expect(view('[1,2]', json, {}, 4)).toEqual(text('[1,2]', true))
    expect(view('[1,2', json)).toEqual(text('[1,2', true))
    expect(view(7, json)).toEqual({ kind: 'json', value: 7 })
  })

  it('is the cell text in columns of numbers, dates and booleans', () => {
    expect(view(1234.5, { displayAs: 'number' })).toEqual(text('1,234.50'))
    expect(view('<b>', { displayAs: 'number', highlightLinks: true })).toEqual(text('<b>'))
    expect(view(true, { displayAs: 'boolean' })).toEqual(text('true'))
  })
})
