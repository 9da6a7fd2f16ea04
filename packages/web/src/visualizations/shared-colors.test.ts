import { expect, describe as group, it } from 'vitest'
import { makeSharedColors } from './shared-colors.ts'

const names = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `name ${from + at}`)

group('shared colors', () => {
  it('are the same for a value in every chart (CHART-52)', () => {
    const shared = makeSharedColors()
    const first = shared.placesOf('Redash', 14, ['Atlanta', 'Chicago', 'Dallas'])
    const second = shared.placesOf('Redash', 14, ['Boston', 'Dallas', 'Atlanta'])
    expect([second.get('Dallas'), second.get('Atlanta')]).toEqual([first.get('Dallas'), first.get('Atlanta')])
    expect(new Set([...first.values(), ...second.values()]).size).toBe(4)
  })

  it('stay with their values when filters hide some (CHART-52)', () => {
    const shared = makeSharedColors()
    const all = shared.placesOf('Redash', 14, names(9))
    expect(shared.placesOf('Redash', 14, ['name 7']).get('name 7')).toBe(all.get('name 7'))
  })

  it('do not depend on other values unless those take the same place', () => {
    const alone = makeSharedColors().placesOf('Redash', 14, ['Atlanta']).get('Atlanta')
    expect(makeSharedColors().placesOf('Redash', 14, ['Atlanta', 'Boston', 'Oslo']).get('Atlanta')).toBe(alone)
  })

  it('are different within a chart, however many values there were in others', () => {
    const shared = makeSharedColors()
    shared.placesOf('Redash', 14, names(14))
    shared.placesOf('Redash', 14, names(14, 20))
    const mixed = shared.placesOf('Redash', 14, [...names(7), ...names(7, 20)])
    expect(mixed.size).toBe(14)
    expect(new Set(mixed.values()).size).toBe(14)
    expect(Math.max(...mixed.values())).toBe(13)
  })

  it('begin with the most distinct ones, and end with the palette', () => {
    const places = makeSharedColors().placesOf('Redash', 14, names(20))
    expect([...places.values()].slice(0, 8).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(places.size).toBe(14)
    expect(makeSharedColors().placesOf('Colorblind Safe', 3, names(5)).size).toBe(3)
  })
})
