import { describe, expect, it } from 'vitest'
import { bestCodeType, comparable, shapesByCode } from './shape-codes.ts'

describe('normalising a code or name', () => {
  it('ignores case, accents and surrounding white space', () => {
    expect(comparable('  São Tomé ', 'name')).toBe('sao tome')
    expect(comparable(null, 'name')).toBe('')
    expect(comparable(undefined, 'iso_a2')).toBe('')
    expect(comparable(true, 'name')).toBe('true')
  })

  it('restores the leading zeros of a number', () => {
    expect(comparable(8, 'iso_n3')).toBe('008')
    expect(comparable('6', 'fips_code')).toBe('06')
    expect(comparable(1, 'geoid')).toBe('01')
    expect(comparable('1779775', 'ns_code')).toBe('01779775')
    expect(comparable('1234', 'iso_n3')).toBe('1234')
  })

  it('leaves other texts and types without fixed digits unchanged', () => {
    expect(comparable('a8', 'iso_n3')).toBe('a8')
    expect(comparable('8a', 'iso_n3')).toBe('8a')
    expect(comparable('', 'iso_n3')).toBe('')
    expect(comparable(8, 'name')).toBe('8')
    expect(comparable('5', 'constructor')).toBe('5')
  })
})

describe('finding shapes by code', () => {
  it('returns several shapes with the same code', () => {
    const shapes = [{ region: 'Kanto' }, { region: 'Kansai' }, { region: 'KANTO' }]
    expect(shapesByCode(shapes, 'region')).toEqual(
      new Map([
        ['kanto', [0, 2]],
        ['kansai', [1]],
      ]),
    )
  })

  it('leaves out shapes with an empty or missing code', () => {
    expect(shapesByCode([{ name: 'A' }, { iso_a2: '' }, { iso_a2: null }, { iso_a2: ['x'] }], 'iso_a2')).toEqual(new Map())
  })

  it('knows alternative names for both kinds of names, but not for codes', () => {
    const shapes = [
      { name: 'Congo', name_long: 'Republic of the Congo', iso_a2: 'CG', aliases: ['Brazzaville', 'Congo'] },
      { name: 'Zaire', name_long: 'Democratic Congo', iso_a2: 'CD', aliases: ['Congo', 'Kinshasa'] },
    ]
    for (const type of ['name', 'name_long']) {
      const found = shapesByCode(shapes, type)
      expect([found.get('congo'), found.get('kinshasa'), found.get('republic of the congo')], type).toEqual([[0], [1], [0]])
    }
    expect([...shapesByCode(shapes, 'iso_a2').keys()]).toEqual(['cg', 'cd'])
  })

  it('chooses the first of two code types that match equally well', () => {
    const shapes = [{ name: 'Berlin', name_long: 'Berlin', iso_a2: 'BE', aliases: null }]
    expect(bestCodeType(['Berlin'], shapes, 'countries')?.type).toBe('name')
    expect(bestCodeType([null, ''], shapes, 'countries')).toBeNull()
  })
})
