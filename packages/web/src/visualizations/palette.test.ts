import { describe, expect, it } from 'vitest'
import { additionalPalette, automaticColor, basePalette, shownColor } from './palette.ts'

describe('the palette', () => {
  it('CHART-33 has 14 named base colours in order', () => {
    expect(basePalette.map(({ name }) => name)).toEqual([
      'Blue',
      'Red',
      'Green',
      'Purple',
      'Cyan',
      'Orange',
      'Light Blue',
      'Lilac',
      'Light Green',
      'Brown',
      'Black',
      'Gray',
      'Pink',
      'Dark Blue',
    ])
  })

  it('CHART-34 has 6 more', () => {
    expect(additionalPalette).toHaveLength(6)
  })

  it('CHART-32 gives its base colours in order and then repeats them', () => {
    expect(automaticColor(0)).toEqual({ stored: '#3E5EDB', isRepeated: false })
    expect(automaticColor(13)).toEqual({ stored: '#232777', isRepeated: false })
    expect(automaticColor(14)).toEqual({ stored: '#3E5EDB', isRepeated: true })
  })

  it('shows the dark pair of a known colour in the dark scheme, and any other as it is', () => {
    expect(shownColor('#3e5edb', 'dark')).toBe('#5493FC')
    expect(shownColor('#3E5EDB', 'light')).toBe('#3E5EDB')
    expect(shownColor('#123456', 'dark')).toBe('#123456')
  })
})
