import { describe, expect, it } from 'vitest'
import { choiceOf, colorChoices, colorsFor, colorsProblem, contrastHint, nextColor } from './chart-colors.ts'

describe('the chart colors of the organization (ORG-19)', () => {
  it('are none for the standard, and keep what was chosen when own ones begin', () => {
    expect(colorChoices.map(({ value }) => choiceOf(colorsFor(value, [])))).toEqual(['standard', 'colorblind', 'own'])
    expect(colorsFor('own', ['#111111', '#222222', '#333333'])).toEqual(['#111111', '#222222', '#333333'])
    expect(colorsFor('own', [])).toHaveLength(12)
  })

  it('are three to twelve different ones', () => {
    const many = Array.from({ length: 13 }, (_, at) => `#0000${at.toString(16).padStart(2, '0').toUpperCase()}`)
    expect([[], many.slice(0, 3), many.slice(0, 12)].map(colorsProblem)).toEqual([null, null, null])
    for (const wrong of [many.slice(0, 2), many, ['#111111', '#111111', '#222222']])
      expect(colorsProblem(wrong)).toBe('Choose 3 to 12 different colors.')
    expect(nextColor(['#3E5EDB'])).toBe('#D74E3D')
  })

  it('come with a hint where one has less than 3:1 against a theme', () => {
    expect(contrastHint('#3E5EDB')).toBeNull()
    expect(contrastHint('#FFFF00')).toBe('Hard to see in the light theme.')
    expect(contrastHint('#101010')).toBe('Hard to see in the dark theme.')
    expect(colorsFor('colorblind', []).map(contrastHint)).toEqual(Array(8).fill(null))
  })
})
