import { describe, expect, it } from 'vitest'
import { patternNumbers, withPatterns } from './patterns.ts'

describe('patterns of charts', () => {
  const numbers = patternNumbers(['sold', 'left'])
  const seriesOf = (option: Parameters<typeof withPatterns>[0]) => [withPatterns(option, numbers, '#fff').series].flat()

  it('tell bars apart by decals, lines by dashes and points by their shapes, and keep other styles (OPEN-359)', () => {
    const [plain, striped] = seriesOf({
      series: [
        { type: 'bar', name: 'sold', itemStyle: { borderWidth: 1 } },
        { type: 'bar', name: 'left', itemStyle: { borderWidth: 1 } },
      ],
    })
    expect(plain?.itemStyle).toEqual({ borderWidth: 1 })
    expect(striped?.itemStyle).toMatchObject({ borderWidth: 1, decal: { symbol: 'rect', color: '#fff' } })

    const [solid, dashed, points] = seriesOf({
      series: [
        { type: 'line', name: 'sold', lineStyle: { width: 2 } },
        { type: 'line', name: 'left', lineStyle: { width: 2 } },
        { type: 'scatter', name: 'left' },
      ],
    })
    expect(solid).toMatchObject({ lineStyle: { width: 2, type: 'solid' } })
    expect(dashed).toMatchObject({ lineStyle: { width: 2, type: 'dashed' } })
    expect(points).toMatchObject({ symbol: 'rect' })
  })

  it('tell the slices of a pie apart, with their colours (OPEN-359)', () => {
    const [pie] = seriesOf({
      series: [{ type: 'pie', data: ['sold', 'left'].map((name) => ({ name, value: 1, itemStyle: { color: 'red' } })) }],
    })
    expect(pie?.data).toMatchObject([
      { itemStyle: { color: 'red' } },
      { itemStyle: { color: 'red', decal: { symbol: 'rect' } } },
    ])
  })

  it('are not needed for a single series, and leave lines of other names as they are (OPEN-359)', () => {
    expect(patternNumbers(['sold']).size).toBe(0)
    const trend = { type: 'line', name: 'Trend of sold' } as const
    expect(seriesOf({ series: [trend] })).toEqual([trend])
  })

  it('repeat after the sixth (OPEN-359)', () => {
    expect([...patternNumbers(['a', 'b', 'c', 'd', 'e', 'f', 'g']).values()]).toEqual([0, 1, 2, 3, 4, 5, 0])
  })
})
