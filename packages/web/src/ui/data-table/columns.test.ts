import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { columnAt, columnLayout, type DataColumn, hiddenSides, NULL_TEXT } from './column-layout.ts'
import { cellMeter, fittedWidths } from './column-widths.ts'

const measure = (text: string) => text.length * 7
const column = (kind: DataColumn['kind'], title = 'name'): DataColumn => ({
  index: 0,
  title,
  description: '',
  align: 'left',
  kind,
  format: String,
  isPinned: false,
  group: '',
  nullText: NULL_TEXT,
  render: null,
})
const content = (whole: number, chosen?: number) => ({ fitted: Math.min(whole, 360), whole, least: 48, chosen })
const widthsOf = (available: number, ...columns: Parameters<typeof columnLayout>[0]) => columnLayout(columns, available).widths

describe('the width of a column', () => {
  it('is that of its head and first rows, up to a limit', () => {
    expect(fittedWidths(column('text'), [], measure).fitted).toBe(4 * 7 + 69)
    expect(fittedWidths(column('text'), [['a somewhat longer text']], measure).fitted).toBe(22 * 7 + 27)
    expect(fittedWidths(column('text'), [['x'.repeat(5000)]], measure)).toEqual({ fitted: 360, whole: 80 * 7 + 27, least: 48 })
  })

  it('is at least that of its numbers or dates, however short the head is (TABLE-33)', () => {
    const [number, date] = ['-2,767,891,412,345,678,901,234,567,890.123456789,012', '2026-11-26 10:47:52']
    const numbers = fittedWidths(column('number', 'n'), [[number]], measure)
    expect(numbers).toEqual({ fitted: number.length * 7 + 27, whole: number.length * 7 + 27, least: number.length * 7 + 27 })
    expect(fittedWidths(column('date', 'd'), [[date]], measure).least).toBe(date.length * 7 + 27)
    expect(fittedWidths(column('text', 't'), [[date]], measure).least).toBe(48)
  })

  it('grows when a longer number comes into view, and each row is measured once (TABLE-33)', () => {
    const measured: string[] = []
    const meter = cellMeter((text) => measured.push(text) && measure(text))
    const numbers = column('number')
    const rows: Cell[][] = [[7], [1234567], [null]]
    expect(meter.leastWidth(numbers, rows.slice(0, 1))).toBe(7 + 27)
    expect(meter.leastWidth(numbers, rows)).toBe(49 + 27)
    expect(meter.leastWidth(numbers, rows)).toBe(0)
    expect(measured).toEqual(['7', '1234567'])
    expect(meter.leastWidth(column('text'), rows)).toBe(0)
  })
})

describe('the layout of columns', () => {
  it('leaves each column as wide as its content and the rest of the window empty (TABLE-34)', () => {
    expect(widthsOf(1200, content(80), content(150))).toEqual([80, 150])
    expect(columnLayout([content(80), content(150)], 1200)).toMatchObject({ lefts: [0, 80], width: 230 })
  })

  it('gives spare room to the texts that would be cut, except in columns resized by the user (TABLE-34)', () => {
    expect(widthsOf(1200, content(560), content(100))).toEqual([560, 100])
    expect(widthsOf(560, content(560), content(100))).toEqual([460, 100])
    expect(widthsOf(1200, content(560, 200), content(100))).toEqual([200, 100])
    expect(widthsOf(700, content(400), content(400))).toEqual([360, 360])
  })

  it('leaves room beside a long text in a narrow view, unless the user has sized its column (OPEN-197)', () => {
    expect(widthsOf(330, content(560), content(90), content(90))).toEqual([198, 90, 90])
    expect(widthsOf(330, content(560, 300), content(90), content(90))).toEqual([300, 90, 90])
    expect(widthsOf(330, content(560))).toEqual([330])
    expect(widthsOf(330, { ...content(300), least: 300 }, content(90))).toEqual([300, 90])
  })

  it('reports at which sides columns are hidden (OPEN-197)', () => {
    const layout = columnLayout([content(100), content(100), content(100)], 200)
    expect(hiddenSides(layout, 0, 200)).toEqual({ left: false, right: true })
    expect(hiddenSides(layout, 50, 200)).toEqual({ left: true, right: true })
    expect(hiddenSides(layout, 100, 200)).toEqual({ left: true, right: false })
    expect(hiddenSides(layout, 0.4, 299.6)).toEqual({ left: false, right: false })
    // Before the view is measured, nothing is known.
    expect(hiddenSides(layout, 0, 0)).toEqual({ left: false, right: false })
  })

  it('keeps a column of numbers wide enough for them when the user makes it narrow (TABLE-33)', () => {
    expect(widthsOf(500, { ...content(120), least: 96, chosen: 50 })).toEqual([96])
  })

  it('finds a column by its distance from the left', () => {
    const layout = columnLayout([content(100), content(100), content(100)], 300)
    expect([0, 99, 100, 250, 9000].map((x) => columnAt(layout, x))).toEqual([0, 0, 1, 2, 2])
  })
})
