import { expect, describe as group, it } from 'vitest'
import { ChartOptions } from './options.ts'
import { nameOf, suggest } from './suggest.ts'
import { textColumn } from './testing.ts'

group('a new chart', () => {
  it('puts the date on x and the numbers on y', () => {
    const columns = [
      textColumn('id', 'integer'),
      textColumn('day', 'date'),
      textColumn('sold', 'integer'),
      textColumn('left', 'float'),
    ]
    expect(suggest(columns, [])).toMatchObject({ globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y', left: 'y' } })
  })

  it('groups by the only text column, and uses bars if x is text', () => {
    expect(suggest([textColumn('day', 'date'), textColumn('shop'), textColumn('sold', 'integer')], [])).toMatchObject({
      globalSeriesType: 'line',
      columnMapping: { day: 'x', sold: 'y', shop: 'series' },
    })
    expect(suggest([textColumn('shop'), textColumn('sold', 'integer')], [])).toMatchObject({
      globalSeriesType: 'column',
      columnMapping: { shop: 'x', sold: 'y' },
      sortX: false,
    })
  })

  it('uses bars over a few ascending numbers, a line over many evenly spaced ones, and points otherwise', () => {
    const kindOver = (numbers: (number | null)[]) =>
      suggest(
        [textColumn('hour', 'integer'), textColumn('sold', 'integer')],
        numbers.map((number) => [number, 1]),
      ).globalSeriesType
    const upTo = (count: number, step = 1) => Array.from({ length: count }, (_, at) => at * step)
    expect(kindOver(upTo(24))).toBe('column')
    expect(kindOver([2019, 2021, 2022])).toBe('column')
    expect(kindOver([2022, 2021, 2019])).toBe('column')
    expect(kindOver(upTo(100, 10))).toBe('line')
    expect(kindOver([...upTo(30), 100])).toBe('scatter')
    expect(kindOver([1, 2, 2, 3])).toBe('scatter')
    expect(kindOver([3, 1, 2])).toBe('scatter')
    expect(kindOver([1, 2, null])).toBe('scatter')
    expect(kindOver([0.5, 1.5, 2.5])).toBe('scatter')
    expect(kindOver([])).toBe('scatter')
  })

  it('has no suggested columns when the result has no numbers', () => {
    expect(suggest([textColumn('shop'), textColumn('town')], []).columnMapping).toBeUndefined()
    expect(suggest([], []).columnMapping).toBeUndefined()
  })
})

group('the suggested chart', () => {
  const [day, word, other] = [textColumn('day', 'date'), textColumn('word'), textColumn('other')]
  const number = (name: string) => textColumn(name, 'integer')

  it('omits ids unless there is nothing else, and draws four columns at most', () => {
    const y = (...names: string[]) => suggest([day, ...names.map(number)], []).columnMapping
    expect(y('id', 'user_id', 'n')).toEqual({ day: 'x', n: 'y' })
    expect(y('ID', 'paid', 'idle', 'id_count')).toEqual({ day: 'x', paid: 'y', idle: 'y', id_count: 'y' })
    expect(y('id', 'user_id')).toEqual({ day: 'x', id: 'y', user_id: 'y' })
    expect(y('a', 'b', 'c', 'd', 'e')).toEqual({ day: 'x', a: 'y', b: 'y', c: 'y', d: 'y' })
  })

  it('is grouped only by a single text column next to a single number', () => {
    const mapping = (...columns: Parameters<typeof suggest>[0][number][]) => suggest(columns, []).columnMapping
    expect(mapping(word, number('n'), other)).toEqual({ word: 'x', n: 'y', other: 'series' })
    expect(mapping(day, word, other, number('n'))).toEqual({ day: 'x', n: 'y' })
    expect(mapping(day, word, number('n'), number('m'))).toEqual({ day: 'x', n: 'y', m: 'y' })
  })

  it('accepts dates with times, booleans and untyped columns on x, and both number types on y', () => {
    const share = textColumn('share', 'float')
    const typed = (type: 'datetime' | 'boolean' | null) => ({ name: 'x', type, source_type: '' })
    expect(suggest([share, typed('datetime')], [])).toMatchObject({
      globalSeriesType: 'line',
      columnMapping: { x: 'x', share: 'y' },
    })
    for (const type of ['boolean', null] as const)
      expect(suggest([share, typed(type)], [])).toMatchObject({
        globalSeriesType: 'column',
        columnMapping: { x: 'x', share: 'y' },
        sortX: false,
      })
  })

  it('puts the first of several numbers on x and the others on y, and is empty for a single number', () => {
    expect(suggest([number('a'), number('b')], [[1, 1]]).columnMapping).toEqual({ a: 'x', b: 'y' })
    expect(suggest([number('a')], [[1]]).columnMapping).toBeUndefined()
  })

  it('has bars for 2 to 24 numbers, and points for one number or for 25 unevenly spaced ones', () => {
    const kind = (numbers: number[]) =>
      suggest(
        [number('a'), number('b')],
        numbers.map((value) => [value, 1]),
      ).globalSeriesType
    const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)
    expect([kind([1]), kind([1, 2]), kind([2, 1]), kind([1, 1])]).toEqual(['scatter', 'column', 'column', 'scatter'])
    expect([kind(upTo(24)), kind(upTo(25)), kind([...upTo(24), 99])]).toEqual(['column', 'line', 'scatter'])
    expect(kind(upTo(25).toReversed())).toBe('line')
  })
})

group('a suggestion from rows', () => {
  const [day, word] = [textColumn('day', 'date'), textColumn('word')]
  const number = (name: string) => textColumn(name, 'float')
  const days = ['2026-01-01', '2026-01-02', '2026-01-03']

  it('stores that missing values and dates are gaps (CHART-47)', () => {
    expect(suggest([day, number('n')], [])).toMatchObject({ missingValuesAsZero: false, fillMissingDates: true })
    expect(suggest([], [])).toMatchObject({ missingValuesAsZero: false, fillMissingDates: true })
    expect(ChartOptions.parse({})).toMatchObject({ missingValuesAsZero: true, fillMissingDates: false, aggregation: 'none' })
  })

  it('stores what makes pies, bubbles, heatmaps and horizontal bars read well (CHART-50, CHART-53, CHART-55, HEAT-07)', () => {
    expect(suggest([], [])).toMatchObject({
      direction: { type: 'clockwise' },
      maxSlices: 6,
      percentFormat: '0[.]0%',
      sizemode: 'area',
      colorScheme: 'Blues',
      startsAtTop: true,
      readableNames: true,
    })
    expect(ChartOptions.parse({})).toMatchObject({
      direction: { type: 'counterclockwise' },
      percentFormat: '0[.]00%',
      sizemode: 'diameter',
      startsAtTop: false,
      readableNames: false,
    })
  })

  it('puts only numbers of like size and kind on one axis (CHART-49)', () => {
    const mapping = (names: string[], row: (number | null)[]) =>
      suggest(
        [day, ...names.map(number)],
        days.map((date) => [date, ...row]),
      ).columnMapping
    expect(mapping(['films', 'gross', 'budget', 'rating'], [120, 4e8, 9e7, 6.5])).toEqual({ day: 'x', films: 'y' })
    expect(mapping(['gross', 'films', 'budget'], [4e8, 120, 9e7])).toEqual({ day: 'x', gross: 'y', budget: 'y' })
    expect(mapping(['sold', 'share'], [60, 40])).toEqual({ day: 'x', sold: 'y' })
    expect(mapping(['sold', 'left'], [0, null])).toEqual({ day: 'x', sold: 'y', left: 'y' })
    expect(mapping(['low', 'high'], [-5, 50])).toEqual({ day: 'x', low: 'y', high: 'y' })
  })

  it('groups rows that repeat x by the text that tells them apart, and shows one number (CHART-48)', () => {
    const rows = days.flatMap((date) => ['Mail', 'Web'].map((channel) => [date, channel, 'same', 5, 6]))
    expect(suggest([day, word, textColumn('other'), number('n'), number('m')], rows)).toMatchObject({
      columnMapping: { day: 'x', word: 'series', n: 'y' },
    })
    expect(suggest([day, word, number('n')], rows)).not.toHaveProperty('aggregation')
  })

  it('adds up rows that still repeat x, or averages rates (CHART-48)', () => {
    const rows = ['a', 'b', 'a'].map((name) => [name, 5])
    expect(suggest([word, number('n')], rows)).toMatchObject({ globalSeriesType: 'column', aggregation: 'sum' })
    expect(suggest([word, number('hit_rate')], rows)).toMatchObject({ aggregation: 'avg' })
    expect(suggest([word, number('n')], rows.slice(0, 2))).not.toHaveProperty('aggregation')
    expect(
      suggest(
        [number('a'), number('n')],
        [
          [1, 1],
          [1, 2],
        ],
      ),
    ).not.toHaveProperty('aggregation')
  })

  it('has no group of more values than colors can tell apart', () => {
    const rows = Array.from({ length: 21 }, (_, at) => ['2026-01-01', `name ${at}`, at])
    expect(suggest([day, word, number('n')], rows)).toMatchObject({
      columnMapping: { day: 'x', n: 'y' },
      aggregation: 'sum',
    })
  })
})

group('the columns for a kind of chart', () => {
  const text = (name: string) => textColumn(name)
  const [a, b, id, count] = ['fertility', 'life', 'user_id', 'population'].map((name) => textColumn(name, 'float'))
  const hour = textColumn('hour', 'integer')
  if (!a || !b || !id || !count) throw new Error('A column is missing.')
  const chosen = (kind: string, columns: Parameters<typeof suggest>[0], rows: Parameters<typeof suggest>[1]) =>
    suggest(columns, rows, { globalSeriesType: kind })
  const countries = ['Chad', 'Fiji', 'Peru'].map((name, at) => [name, at % 2 === 0 ? 'Big' : 'Small', 7 - at, 50 + at, at, 900])
  const all = [text('country'), text('kind'), a, b, id, count]

  it('are two numbers for points and three for bubbles, split by a text with few values (CHART-49)', () => {
    expect(chosen('scatter', all, countries)).toMatchObject({
      globalSeriesType: 'scatter',
      columnMapping: { fertility: 'x', life: 'y', kind: 'series' },
    })
    const bubbles = { fertility: 'x', life: 'y', population: 'size', kind: 'series' }
    expect(chosen('bubble', all, countries).columnMapping).toEqual(bubbles)
    expect(chosen('bubble', [text('country'), a, b], []).columnMapping).toEqual({ country: 'x', fertility: 'y', life: 'y' })
  })

  it('are the last number over two columns with repeated values for a heatmap, the longer one on x (HEAT-01, CHART-49)', () => {
    const rows = ['Mon', 'Tue'].flatMap((day) => [0, 1, 2].map((at) => [day, at, at * 1.5]))
    expect(chosen('heatmap', [text('day'), hour, a], rows)).toMatchObject({
      columnMapping: { hour: 'x', day: 'y', fertility: 'zVal' },
    })
    expect(chosen('heatmap', [text('day'), hour, a], rows)).not.toHaveProperty('sortX')
    expect(
      chosen(
        'heatmap',
        [text('day'), text('shop'), a],
        rows.map(([day, at, value]) => [day ?? null, `${at}`, value ?? null]),
      ),
    ).toMatchObject({
      columnMapping: { shop: 'x', day: 'y', fertility: 'zVal' },
      sortX: false,
    })
    // Without repeated values each row would be a cell of its own.
    expect(chosen('heatmap', all, countries.slice(0, 1)).columnMapping).not.toHaveProperty('population', 'zVal')
  })

  it('are like numbers in each group for boxes, and a text before a date for a pie (CHART-49)', () => {
    expect(chosen('box', all, countries).columnMapping).toEqual({ kind: 'x', fertility: 'y', life: 'y' })
    expect(chosen('pie', [textColumn('day', 'date'), text('shop'), a, b], [])).toMatchObject({
      columnMapping: { shop: 'x', fertility: 'y' },
      sortX: false,
    })
  })

  it('are those of a line for areas, which are stacked if there are several (CHART-49)', () => {
    const rows = ['2026-01-01', '2026-01-02'].flatMap((day) => ['Web', 'Mail'].map((shop) => [day, shop, 5]))
    const columns = [textColumn('day', 'date'), text('shop'), a]
    expect(chosen('area', columns, rows)).toMatchObject({
      globalSeriesType: 'area',
      columnMapping: { day: 'x', fertility: 'y', shop: 'series' },
      series: { stacking: 'stack' },
    })
    expect(chosen('line', columns, rows)).not.toHaveProperty('series')
    expect(chosen('area', [textColumn('day', 'date'), a], [])).not.toHaveProperty('series')
  })
})

group('the name of a new chart', () => {
  const named = (columnMapping: Record<string, string>, globalSeriesType = 'line') =>
    nameOf(ChartOptions.parse({ columnMapping, globalSeriesType }))

  it('says in plain words what is shown by what (CHART-49)', () => {
    expect(named({ release_date: 'x', worldwide_gross: 'y' })).toBe('Worldwide Gross by Release Date')
    expect(named({ day: 'x', sold: 'y', left: 'y', shop: 'series' })).toBe('Sold and Left by Day and Shop')
    expect(named({ day: 'x', a: 'y', b: 'y', c: 'y' })).toBe('A and 2 more by Day')
    expect(named({ hour: 'x', weekday: 'y', trips: 'zVal' }, 'heatmap')).toBe('Trips by Hour and Weekday')
  })

  it('has at most 100 characters, and is missing while columns are to be chosen', () => {
    expect(named({ ['long '.repeat(24)]: 'x', n: 'y' })).toHaveLength(100)
    expect(named({ day: 'x' })).toBeNull()
    expect(named({})).toBeNull()
  })
})
