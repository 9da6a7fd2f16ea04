import type { Cell } from '@sightline/contract/results.ts'
import { numberMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import { column, sampleData, sampleFormats } from '../samples.ts'
import { CounterOptions } from './options.ts'
import { fitScale, describe as inWords, isTooNarrow, needs, type Prepared, prepare, problem, suggest } from './prepare.ts'

const columns = [column('counter', 'float'), column('goal', 'float'), column('word', 'string')]
const rows: Cell[][] = [
  [1234.5678, 1000, 'open'],
  [-2, 0.5, 'closed'],
  [3, 4, null],
]

function counter(stored: Record<string, unknown>, of: Cell[][] = rows, formats = sampleFormats): Prepared {
  const options = CounterOptions.parse(stored)
  const data = sampleData({ title: '', options: stored, columns, rows: of, total: null }, needs(options))
  if (data.kind !== 'cells') throw new Error('A counter is made of cells.')
  return prepare(data, options, 'My counter', formats)
}
const shown = (stored: Record<string, unknown>) => {
  const prepared = counter(stored)
  if (prepared.kind === 'nothing') throw new Error(prepared.reason)
  return prepared
}
const valueText = (stored: Record<string, unknown>) => shown(stored).value.text

describe('the options of a counter', () => {
  it('have defaults (COUNTER-02, COUNTER-07, COUNTER-09)', () => {
    expect(CounterOptions.parse({})).toEqual({
      counterLabel: '',
      counterColName: 'counter',
      rowNumber: 1,
      targetColName: null,
      targetRowNumber: 1,
      countRow: false,
      stringDecimal: 0,
      stringDecChar: '.',
      stringThouSep: ',',
      stringPrefix: '',
      stringSuffix: '',
      tooltipFormat: '0,0.000',
      formatTargetValue: false,
      shortens: false,
      lowerIsBetter: false,
      comparison: 'percent',
      sparklineColumn: null,
      timeColumn: null,
      comparedWith: 'previous',
    })
  })

  it('accept records of other clients', () => {
    const old = { rowNumber: '2', targetColName: '', stringPrefix: null, stringDecimal: 'many', mine: 1 }
    expect(CounterOptions.parse(old)).toMatchObject({
      rowNumber: 2,
      targetColName: null,
      stringPrefix: '',
      stringDecimal: 0,
      mine: 1,
    })
  })

  it('of a new counter name an existing column', () => {
    expect(suggest(columns, [])).toEqual({ counterColName: 'counter', formatTargetValue: true, shortens: true })
    const named = (...suggested: ReturnType<typeof column>[]) => suggest(suggested, []).counterColName
    expect(named(column('a', 'string'), column('n', 'integer'))).toBe('n')
    expect(named(column('a', 'string'), column('n', 'float'))).toBe('n')
    expect(named(column('n', 'integer'), column('counter', 'string'))).toBe('counter')
    expect(named(column('a', 'string'), column('b', 'date'))).toBe('a')
    expect(suggest([], [])).toEqual({})
  })

  it('is suggested with decimals for a small value that has some, and formats its target alike (COUNTER-16)', () => {
    const average = [column('average', 'float')]
    expect(suggest(average, [[635.34]])).toMatchObject({
      ...{ counterColName: 'average', formatTargetValue: true, stringDecimal: 2 },
    })
    expect(suggest(average, [[43_282_860.45]])).not.toHaveProperty('stringDecimal')
    expect(problem(CounterOptions.parse({ counterColName: 'gone' }), columns)).toBe('The result has no column "gone".')
  })
})

describe('a counter', () => {
  it('shortens numbers from a million on if it stores so, as new ones do, and has the whole in its tooltip (COUNTER-17)', () => {
    const figureOf = (value: number, stored: object) => {
      const prepared = counter({ stringPrefix: '$', tooltipFormat: '0,0', ...stored }, [[value, null, null]])
      return prepared.kind === 'counter' ? `${prepared.value.prefix}${prepared.value.text} ${prepared.value.tooltip}` : ''
    }
    expect(figureOf(272_586_820_052, { shortens: true })).toBe('$272.6B 272,586,820,052')
    expect(figureOf(-3_000_000, { shortens: true })).toBe('$-3M -3,000,000')
    expect(figureOf(1_000_000, { shortens: true })).toBe('$1M 1,000,000')
    expect(figureOf(999_999, { shortens: true })).toBe('$999,999 999,999')
    expect(figureOf(272_586_820_052, {})).toBe('$272,586,820,052 272,586,820,052')
  })

  it('has an abbreviated text for frames without room, and describes itself in full (OPEN-198)', () => {
    const of = (value: Cell, stored: object = {}) => {
      const prepared = counter({ stringPrefix: '$', ...stored }, [[value, null, null]])
      if (prepared.kind === 'nothing') throw new Error(prepared.reason)
      return prepared
    }
    expect(of(272_586_820_052).short).toBe('272.6B')
    expect(of(-48_200).short).toBe('-48.2K')
    expect(of(7_600_000, { stringDecChar: ',', stringThouSep: '.' }).short).toBe('7,6M')
    expect(inWords(of(272_586_820_052))).toBe('My counter: $272,586,820,052')
    expect([of(999), of(272_586_820_052, { shortens: true }), of('open')].map(({ short }) => short)).toEqual([null, null, null])
  })

  it('reads its row from the top or the bottom, and wraps around (COUNTER-02, COUNTER-03)', () => {
    expect([1, 2, 3, 4, 0, -1, -3, -4].map((rowNumber) => valueText({ rowNumber }))).toEqual([
      '1,235',
      '-2',
      '3',
      '1,235',
      '1,235',
      '3',
      '1,235',
      '3',
    ])
  })

  it('compares its value with a target that has its own format (COUNTER-04, COUNTER-11)', () => {
    expect(shown({ targetColName: 'goal' })).toMatchObject({ target: { text: '1000' } })
    expect(shown({ targetColName: 'goal', targetRowNumber: 2 })).toMatchObject({ target: { text: '0.50', tooltip: '0.500' } })
    expect(shown({ targetColName: 'goal', targetRowNumber: -1 })).toMatchObject({ target: { text: '4' } })
    expect(shown({})).toMatchObject({ target: null, trend: null })
    expect(shown({ targetColName: 'gone' })).toMatchObject({ target: null, trend: null })
  })

  it('can format the target like the value (COUNTER-10)', () => {
    const formatted = { targetColName: 'goal', formatTargetValue: true, stringDecimal: 2, stringPrefix: '$', stringSuffix: '!' }
    expect(shown(formatted).target).toMatchObject({ prefix: '$', text: '1,000.00', suffix: '!' })
  })

  it('has a label, which is the name of the visualization by default (COUNTER-05)', () => {
    expect([shown({}).label, shown({ counterLabel: 'Flights' }).label]).toEqual(['My counter', 'Flights'])
  })

  it('counts the rows even if its column no longer exists or there are no rows (COUNTER-06)', () => {
    expect(valueText({ countRow: true })).toBe('3')
    expect(counter({ countRow: true, counterColName: 'gone' }, [])).toMatchObject({ value: { text: '0' } })
  })

  it('uses the chosen decimals and separators (COUNTER-07)', () => {
    expect(valueText({ stringDecimal: 2 })).toBe('1,234.57')
    expect(valueText({ stringDecimal: 1, stringDecChar: ',', stringThouSep: ' ' })).toBe('1 234,6')
    expect(valueText({ stringThouSep: '' })).toBe('1235')
    expect(valueText({ stringDecimal: -3 })).toBe('1,235')
  })

  it('adds prefix and suffix to numbers, and shows other values unchanged (COUNTER-08, COUNTER-14)', () => {
    const around = { stringPrefix: '€', stringSuffix: 'k' }
    expect(shown(around).value).toMatchObject({ prefix: '€', text: '1,235', suffix: 'k' })
    expect(shown({ ...around, counterColName: 'word' }).value).toEqual({
      prefix: '',
      text: 'open',
      suffix: '',
      tooltip: 'open',
    })
    expect(shown({ ...around, counterColName: 'word', rowNumber: 3 }).value.text).toBe('—')
  })

  it('shows dates and times as tables do, and yes or no as they are (COUNTER-08)', () => {
    const timed = [column('counter', 'date'), column('goal', 'datetime'), column('word', 'string'), column('done', 'boolean')]
    const row: Cell[] = ['2026-05-01', '2026-05-01T10:30:00Z', '2026-05-01', true]
    const of = (stored: object) => {
      const options = CounterOptions.parse(stored)
      const sample = { title: '', options: {}, columns: timed, rows: [row, [null, null, null, null]], total: null }
      const data = sampleData(sample, needs(options))
      const formats = { ...sampleFormats, dateFormat: 'D MMM', dateTimeFormat: 'D MMM HH:mm' }
      const prepared = data.kind === 'cells' ? prepare(data, options, '', formats) : null
      return prepared?.kind === 'counter' ? [prepared.value.text, prepared.target?.text ?? null] : []
    }
    expect(of({ targetColName: 'goal' })).toEqual(['1 May', '1 May 10:30'])
    expect(of({ counterColName: 'word', targetColName: 'counter' })).toEqual(['2026-05-01', '1 May'])
    expect(of({ counterColName: 'done', targetColName: 'done' })).toEqual(['true', 'true'])
    expect(of({ rowNumber: 2 })).toEqual(['—', null])
  })

  it('shows three decimals in its tooltip, or uses the tooltip format (COUNTER-09)', () => {
    expect(shown({}).value.tooltip).toBe('1,234.568')
    expect(shown({ tooltipFormat: '0.0a' }).value.tooltip).toBe('1.2k')
  })

  it('is positive at or above its target (COUNTER-12)', () => {
    const trend = (rowNumber: number, targetRowNumber: number) =>
      shown({ rowNumber, targetColName: 'goal', targetRowNumber }).trend
    expect(trend(1, 1)).toEqual({ direction: 'positive', isEqual: false, isGood: true, text: '23.5%', isShare: false })
    expect(trend(2, 2)).toEqual({ direction: 'negative', isEqual: false, isGood: false, text: '500.0%', isShare: false })
    expect(shown({ targetColName: 'counter' }).trend?.direction).toBe('positive')
    expect(shown({ counterColName: 'word', targetColName: 'goal' }).trend).toBeNull()
    const ofZero = counter({ targetColName: 'goal' }, [[5, 0, null]])
    expect(ofZero).toMatchObject({ trend: { direction: 'positive', text: null } })
    expect(counter({ targetColName: 'goal' }, [['', 0, null]])).toMatchObject({ trend: null })
    expect(counter({ targetColName: 'goal' }, [[true, 0, null]])).toMatchObject({ trend: null })
  })

  it('is good at or below its target if lower is better, in its color and its words (OPEN-210)', () => {
    const of = (rowNumber: number, targetRowNumber: number) =>
      shown({ rowNumber, targetColName: 'goal', targetRowNumber, lowerIsBetter: true })
    expect(of(1, 1).trend).toMatchObject({ direction: 'positive', isGood: false, text: '23.5%' })
    expect(of(2, 2).trend).toMatchObject({ direction: 'negative', isGood: true, text: '500.0%' })
    expect(shown({ targetColName: 'counter', lowerIsBetter: true }).trend).toMatchObject({ isGood: true, text: '0.0%' })
    expect(inWords(of(1, 1))).toBe('My counter: 1,235, above target, target 1000')
    expect(inWords(of(2, 2))).toBe('My counter: -2, on target, target 0.50')
  })

  it('shows the difference from its target in the format of its value, and percentages in points (OPEN-210)', () => {
    const of = (value: Cell, goal: Cell, stored: object = {}) => {
      const prepared = counter({ targetColName: 'goal', comparison: 'difference', ...stored }, [[value, goal, null]])
      return prepared.kind === 'counter' ? (prepared.trend?.text ?? null) : null
    }
    expect(of(1234.5678, 1000)).toBe('235')
    expect(of(980, 1000, { stringDecimal: 1, stringPrefix: '$', stringSuffix: ' net' })).toBe('$20.0 net')
    expect(of(79.4, 81, { stringDecimal: 1, stringSuffix: '%' })).toBe('1.6 pt')
    expect(of(5_000_000, 1_000_000, { shortens: true })).toBe('4M')
    expect(of(5, 0)).toBe('5')
    expect(of('open', 0)).toBeNull()
  })

  it('shows its share of the target, and no percentage of zero (OPEN-210)', () => {
    const of = (value: number, goal: number, stored: object = {}) => {
      const prepared = counter({ targetColName: 'goal', comparison: 'share', ...stored }, [[value, goal, null]])
      return prepared.kind === 'counter' ? prepared.trend : null
    }
    expect(of(984, 1200)).toEqual({ direction: 'negative', isEqual: false, isGood: false, text: '82%', isShare: true })
    expect(of(1230, 1200)).toMatchObject({ isGood: true, text: '102.5%' })
    expect(of(984, 1200, { lowerIsBetter: true })).toMatchObject({ isGood: true })
    expect(of(1001, 8, { stringDecChar: ',', stringThouSep: '.' })).toMatchObject({ text: '12.512,5%' })
    expect(of(5, 0)).toMatchObject({ text: null, isShare: false })
  })

  it('keeps comparing in percent if it stores an unknown comparison (OPEN-210)', () => {
    expect(CounterOptions.parse({ comparison: 'ratio', lowerIsBetter: 'yes', sparklineColumn: '' })).toMatchObject({
      comparison: 'percent',
      lowerIsBetter: false,
      sparklineColumn: null,
    })
  })

  it('reads a column for its line, and none without one (OPEN-210)', () => {
    const cells = [{ column: 'counter', row: 1 }]
    expect(needs(CounterOptions.parse({}))).toEqual({ kind: 'cells', cells })
    expect(needs(CounterOptions.parse({ sparklineColumn: 'goal' }))).toEqual({ kind: 'cells', cells, line: 'goal' })
  })

  it('has a line of the numbers of a column, in the order of the rows and with gaps (OPEN-210)', () => {
    const stored = { sparklineColumn: 'goal', stringPrefix: '$' }
    const of = (...cells: Cell[]) => {
      const prepared = counter(
        stored,
        cells.map((cell) => [1, cell, null]),
      )
      return prepared.kind === 'counter' ? prepared.sparkline : null
    }
    expect(of(3, null, 1, 'x', '9007199254740993', 2)).toEqual({
      values: [3, null, 1, null, 9007199254740992, 2],
      description: 'Line: first $3, last $2, lowest $1, highest $9,007,199,254,740,992',
    })
    expect([of(null, null), of('x'), shown({ sparklineColumn: 'gone' }).sparkline, shown({}).sparkline]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(inWords(shown({ sparklineColumn: 'goal', counterLabel: 'Goals' }))).toBe(
      'Goals: 1,235. Line: first 1,000, last 4, lowest 1, highest 1,000',
    )
  })

  it('explains what is missing', () => {
    expect(counter({ counterColName: 'gone' })).toEqual({ kind: 'nothing', reason: 'The result has no column "gone".' })
    expect(counter({}, [])).toEqual({ kind: 'nothing', reason: 'No data' })
  })

  it('has the separators of the organization, unless its author chose other ones (OPEN-796)', () => {
    const german = { ...sampleFormats, numberMarks: numberMarks('.', ',') }
    const textOf = (stored: object) => {
      const prepared = counter({ stringDecimal: 1, targetColName: 'goal', ...stored }, rows, german)
      return prepared.kind === 'counter' ? inWords(prepared) : prepared.reason
    }
    expect(textOf({ formatTargetValue: true })).toBe('My counter: 1.234,6, on target, target 1.000,0')
    expect(textOf({ stringDecChar: '.', stringThouSep: ',' })).toBe('My counter: 1.234,6, on target, target 1000')
    expect(textOf({ stringThouSep: ' ' })).toBe('My counter: 1 234.6, on target, target 1000')
  })

  it('has a description', () => {
    expect(inWords(shown({ targetColName: 'goal', counterLabel: 'Flights' }))).toBe('Flights: 1,235, on target, target 1000')
    expect(inWords(shown({ rowNumber: 2, targetColName: 'goal' }))).toBe('My counter: -2, below target, target 1000')
  })
})

describe('the scale of a counter', () => {
  it('has two decimals, and the scaled number fits the width (COUNTER-13, OPEN-58)', () => {
    expect(fitScale(100, 150)).toBe(0.66)
    expect(fitScale(10, 0)).toBe(1)
  })

  it('is too small below 20 of 32 pixels (OPEN-198)', () => {
    expect([isTooNarrow(122, 195), isTooNarrow(122, 196)]).toEqual([false, true])
    expect(isTooNarrow(0, 300)).toBe(false)
  })

  it('never enlarges a number, so that a row of counters has one size (COUNTER-15)', () => {
    expect(fitScale(4000, 10)).toBe(1)
  })
})
