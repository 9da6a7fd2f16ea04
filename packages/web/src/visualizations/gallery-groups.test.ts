import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { foundByTyping, galleryGroups, picturedKeys } from './gallery-groups.ts'
import { visualizationTypes } from './registry.ts'
import { column } from './samples.ts'
import { typeChoices } from './type-choices.ts'

const carrier = column('carrier', 'string')
const flights = column('flights', 'integer')
const rows: Cell[][] = [
  ['AA', 3],
  ['UA', 2],
]
const draft = { type: 'CHART', options: { globalSeriesType: 'column' } }
const groupsOf = (columns: Parameters<typeof typeChoices>[1]) =>
  galleryGroups(typeChoices(draft, columns, rows, true), picturedKeys(columns, rows)).map(({ label, members }) => ({
    label,
    names: members.map(({ name }) => name),
  }))

describe('the groups of the gallery', () => {
  it('begin with what fits the result, and there with what is worth a picture (OPEN-249)', () => {
    expect(picturedKeys([carrier, flights], rows)).toEqual(new Set(['CHART column', 'CHART pie']))
    const [first] = groupsOf([carrier, flights])
    expect(first?.label).toBe('Fits this result')
    expect(first?.names.slice(0, 4)).toEqual(['Bar', 'Pie', 'Box', 'Table'])
  })

  it('name the columns that all others need, each type under one of them (OPEN-249)', () => {
    const [, ...others] = groupsOf([carrier, flights])
    expect(others).toContainEqual({ label: 'Needs a column of dates', names: ['Calendar'] })
    expect(others).toContainEqual({
      label: 'Needs a column of numbers and another one of dates or numbers',
      names: ['Line', 'Area'],
    })
    expect(others.map(({ label }) => label)).toContain('Needs code that draws it')
    expect(groupsOf([carrier]).map(({ label }) => label)).toContain('Needs a column of numbers')
  })

  it('have a need for each type that does not suit a result without columns (OPEN-249)', () => {
    const silent = visualizationTypes.filter(({ asksFor, isDeprecated }) => asksFor === undefined && !isDeprecated)
    expect(silent.map(({ name }) => name)).toEqual(['Chart', 'Table', 'Counter', 'Pivot Table', 'Details View'])
  })
})

describe('typing in the gallery', () => {
  const names = ['Bar', 'Pie', 'Box', 'Table', 'Pivot Table']

  it('finds the next name that begins with the letters, else one that contains them (OPEN-249)', () => {
    expect(foundByTyping(names, 'b', 0)).toBe(2)
    expect(foundByTyping(names, 'b', 2)).toBe(0)
    expect(foundByTyping(names, 'pi', 1)).toBe(1)
    expect(foundByTyping(names, 'piv', 1)).toBe(4)
    expect(foundByTyping(names, 'able', 0)).toBe(3)
    expect(foundByTyping(names, 'q', 0)).toBeNull()
  })
})
