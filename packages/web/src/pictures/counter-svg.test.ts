import { describe, expect, it } from 'vitest'
import type { Prepared } from '../visualizations/counter/prepare.ts'
import { counterSvg } from './counter-svg.ts'

const figure = (text: string) => ({ prefix: '', text, suffix: '', tooltip: '' })
const counter: Extract<Prepared, { kind: 'counter' }> = {
  kind: 'counter',
  value: figure('1,234,567'),
  short: '1.23M',
  target: figure('1,000,000'),
  trend: null,
  sparkline: null,
  label: 'Sold pieces',
  times: null,
}
const frame = { width: 400, height: 120, name: 'Sales', isFilled: false }
const svg = (changes: Partial<typeof counter> = {}, size: Partial<typeof frame> = {}) =>
  counterSvg({ ...counter, ...changes }, { ...frame, ...size }, 'light')
const sizeOf = (drawn: string, text: string) =>
  Number(new RegExp(`font-size="([\\d.]+)"[^>]*>${text.replaceAll('.', '\\.')}<`).exec(drawn)?.[1])
const widthOf = (drawn: string) => Number(/^<svg[^>]* width="(\d+)"/.exec(drawn)?.[1])

describe('a counter in a file or mail (OPEN-258)', () => {
  it('has the sizes of the page, with its label and its target below the number', () => {
    const drawn = svg()
    expect([sizeOf(drawn, '1,234,567'), sizeOf(drawn, 'Sold pieces')]).toEqual([32, 12])
    expect(drawn.indexOf('1,234,567')).toBeLessThan(drawn.indexOf('Sold pieces'))
    expect(drawn.indexOf('Sold pieces')).toBeLessThan(drawn.indexOf('1,000,000'))
  })

  it('scales its number to the width that there is, and abbreviates it before it is too small to read', () => {
    const scaled = sizeOf(svg({}, { width: 150 }), '1,234,567')
    expect(scaled).toBeGreaterThanOrEqual(20)
    expect(scaled).toBeLessThan(32)
    const narrow = svg({}, { width: 90 })
    expect(narrow).not.toContain('1,234,567')
    expect(sizeOf(narrow, '1.23M')).toBeLessThanOrEqual(32)
    expect(widthOf(narrow)).toBeLessThanOrEqual(90)
  })

  it('has its change and its target on two lines of readable texts where one has no room for both (OPEN-652)', () => {
    const trend = { direction: 'negative', isShare: false, isGood: false, isEqual: false, text: '42.5%' } as const
    const [wide, narrow] = [svg({ trend }), svg({ trend }, { width: 150 })]
    const lines = (drawn: string) => drawn.match(/<text x="0"/g)?.length
    expect([lines(wide), lines(narrow)]).toEqual([3, 4])
    expect(Number(/font-size="([\d.]+)"[^>]*>[^<]*1,000,000</.exec(narrow)?.[1])).toBeGreaterThanOrEqual(11)
  })

  it('is as wide as its content in a file, and as its frame in a mail', () => {
    expect(widthOf(svg())).toBeLessThan(300)
    expect(widthOf(svg({}, { isFilled: true }))).toBe(400)
  })

  it('leaves out a label that is its name, which stands above it', () => {
    expect(svg({ label: 'Sales' })).not.toContain('Sales')
  })

  it('has a line in the room that is left, between 20 and 64 pixels high', () => {
    const heightOf = (height: number) => {
      const sparkline = { values: [1, 5, 2], description: '' }
      return Number(/ height="([\d.]+)"/.exec(svg({ sparkline }, { height }))?.[1])
    }
    const texts = 76 + 8 + 6
    expect([60, 130, 900].map(heightOf)).toEqual([texts + 20, 130, texts + 64])
  })
})
