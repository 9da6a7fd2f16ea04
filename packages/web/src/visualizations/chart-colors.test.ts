import { describe, expect, it } from 'vitest'
import { automaticOf, paletteSize, seriesMarks } from './chart/colors.ts'
import { automaticColor, automaticColors, basePalette, flowColors } from './palette.ts'
import { keyOf, ringColors } from './sunburst/segments.ts'
import { colorsOf } from './treemap/colors.ts'
import { wordColor } from './word-cloud/prepare.ts'

const own = ['#AA0000', '#00AA00', '#0000AA']

describe('the automatic colours of the organization (ORG-19)', () => {
  it('stand in for those of the product, and repeat past their end', () => {
    expect(automaticColor(4, own)).toEqual({ stored: '#00AA00', isRepeated: true })
    expect(automaticColor(4)).toEqual({ stored: basePalette[4]?.light, isRepeated: false })
    expect(automaticColors([])).toHaveLength(basePalette.length)
  })

  it('stand in for the default palette of a chart, but not for a chosen palette or colour', () => {
    expect([paletteSize('Redash', own), paletteSize('Viridis', own)]).toEqual([3, 10])
    expect([automaticOf('Redash', 1, own), automaticOf('Viridis', 1, own)]).toEqual(['#00AA00', '#482878'])
    const marks = seriesMarks(
      [{ color: null }, { color: '#123456' }, { color: null }],
      { color_scheme: 'Redash' },
      'light',
      own,
    )
    expect(marks.map(({ color }) => color)).toEqual(['#AA0000', '#123456', '#0000AA'])
  })

  it('are those of tiles, rings, flows and words', () => {
    const tile = { name: 'a', value: 1, share: 1, color: null, isRest: false, path: [], hasParts: false }
    const tiles = [tile, tile] as unknown as Parameters<typeof colorsOf>[0]['tiles']
    expect(colorsOf({ tiles, range: null }, 'light', own)).toEqual(['#AA0000', '#00AA00'])
    const ring = { path: ['a'], depth: 0 } as unknown as Parameters<typeof ringColors>[0][number]
    expect(ringColors([ring], 'light', own).get(keyOf(['a']))).toBe('#AA0000')
    expect(flowColors([{ steps: ['a', 'b'], value: 1 } as never], 'light', own)('a')).toBe('#AA0000')
    expect(wordColor(3, 'light', own)).toBe('#AA0000')
  })
})
