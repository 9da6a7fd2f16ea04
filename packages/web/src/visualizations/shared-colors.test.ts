import { expect, describe as group, it } from 'vitest'
import { type ColoredChart, makeSharedColors } from './shared-colors.ts'

const names = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `name ${from + at}`)

/** An element that stands at a place on the page. */
class Placed {
  readonly isConnected = true
  readonly at: number
  constructor(at: number) {
    this.at = at
  }
  compareDocumentPosition = (other: unknown) => (other instanceof Placed && other.at > this.at ? 4 : 2)
}

const chart = (at: number, values: readonly string[], palette = 'Redash', size = 14): ColoredChart => ({
  id: `chart ${at}`,
  element: new Placed(at),
  palette,
  size,
  values,
})

/** The places of the values of each chart, after all have been shown in the given order. */
function placesIn(order: readonly ColoredChart[], asked: readonly ColoredChart[] = order) {
  const shared = makeSharedColors()
  for (const one of order) shared.show(one)
  return asked.map((one) => shared.placesOf(one))
}

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((others) => [item, ...others]))

group('shared colors', () => {
  it('are the same for a value in every chart (CHART-52)', () => {
    const [first, second] = placesIn([chart(1, ['Atlanta', 'Chicago', 'Dallas']), chart(2, ['Boston', 'Dallas', 'Atlanta'])])
    expect([second?.get('Dallas'), second?.get('Atlanta')]).toEqual([first?.get('Dallas'), first?.get('Atlanta')])
    expect(new Set([...(first?.values() ?? []), ...(second?.values() ?? [])]).size).toBe(4)
  })

  it('do not depend on the order in which charts load (CHART-52)', () => {
    const charts = [chart(1, names(9)), chart(2, names(5, 6)), chart(3, names(14, 3)), chart(4, names(3, 30))]
    const [inOrder, ...others] = permutations(charts).map((order) => placesIn(order, charts))
    for (const places of others) expect(places).toEqual(inOrder)
  })

  it('of a chart do not change when one further down loads (CHART-52)', () => {
    const shared = makeSharedColors()
    const first = chart(1, names(5))
    shared.show(first)
    const before = shared.placesOf(first)
    shared.show(chart(2, names(14, 3)))
    expect(shared.placesOf(first)).toEqual(before)
  })

  it('notify listeners when they may have changed, until these unsubscribe', () => {
    const shared = makeSharedColors()
    let calls = 0
    const leave = shared.subscribe(() => calls++)
    shared.show(chart(1, names(3)))
    shared.show(chart(1, names(3)))
    expect(calls).toBe(1)
    leave()
    shared.show(chart(2, names(3, 9)))
    expect(calls).toBe(1)
  })

  it('stay with their values when filters hide some or show others (CHART-52)', () => {
    const shared = makeSharedColors()
    shared.show(chart(1, names(5)))
    shared.show(chart(2, names(5, 5)))
    const before = shared.placesOf(chart(2, names(5, 5)))
    shared.show(chart(1, ['name 3', 'another', 'one more']))
    expect(shared.placesOf(chart(1, ['name 8'])).get('name 8')).toBe(before.get('name 8'))
    expect(shared.placesOf(chart(2, names(5, 5)))).toEqual(before)
  })

  it('do not depend on other values unless those take the same place', () => {
    const [alone] = placesIn([chart(1, ['Atlanta'])])
    const [among] = placesIn([chart(1, ['Atlanta', 'Boston', 'Oslo'])])
    expect(among?.get('Atlanta')).toBe(alone?.get('Atlanta'))
  })

  it('are different within a chart, however many values there were in others', () => {
    const mixed = chart(3, [...names(7), ...names(7, 20)])
    const [places] = placesIn([chart(1, names(14)), chart(2, names(14, 20)), mixed], [mixed])
    expect(places?.size).toBe(14)
    expect(new Set(places?.values()).size).toBe(14)
    expect(Math.max(...(places?.values() ?? []))).toBe(13)
  })

  it('begin with the most distinct ones, and end with the palette', () => {
    const [places] = placesIn([chart(1, names(20))])
    expect(places?.size).toBe(14)
    expect(new Set(placesIn([chart(1, names(8))])[0]?.values())).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]))
    expect(placesIn([chart(1, names(5), 'Colorblind Safe', 3)])[0]?.size).toBe(3)
  })
})
