import { describe, expect, it } from 'vitest'
import { chosenTab, MAX_TABS, movedTab, onTab, placeOfTab, tabNameProblem, tabsOf } from './tabs.ts'

const tabs = [
  { id: 'a', name: 'Overview' },
  { id: 'b', name: 'Details' },
  { id: 'c', name: 'More' },
]
const widget = (id: number, tab?: unknown) => ({ id, options: { tab } })
const ids = (widgets: { id: number }[]) => widgets.map(({ id }) => id)

describe('the tabs of a dashboard', () => {
  it('are read from its options, without those that cannot be read and without repeated ids (DASH-81)', () => {
    expect(tabsOf({ tabs: [...tabs, { id: 'a', name: 'Again' }, { id: '', name: 'x' }, { id: 'd' }, null, 'e'] })).toEqual(tabs)
    for (const stored of [undefined, null, 'a', {}]) expect(tabsOf({ tabs: stored })).toEqual([])
    const many = Array.from({ length: 50 }, (_, at) => ({ id: String(at), name: 'x' }))
    expect(tabsOf({ tabs: many })).toHaveLength(MAX_TABS)
  })

  it('show each widget on one tab: on the first one if its own does not exist (DASH-81)', () => {
    const widgets = [widget(1, 'a'), widget(2, 'b'), widget(3), widget(4, 'gone'), widget(5, 7)]
    expect(tabs.map((tab) => ids(onTab(widgets, tabs, tab)))).toEqual([[1, 3, 4, 5], [2], []])
    expect(ids(onTab(widgets, [], null))).toEqual([1, 2, 3, 4, 5])
    expect(widgets.map((one) => placeOfTab(one, tabs))).toEqual([0, 1, 0, 0, 0])
  })

  it('are chosen by their id, and the first one by any other (DASH-81)', () => {
    expect(chosenTab(tabs, 'b')?.name).toBe('Details')
    for (const id of [undefined, 'x', 2]) expect(chosenTab(tabs, id)?.name).toBe('Overview')
    expect(chosenTab([], 'b')).toBeNull()
  })

  it('need a name of at most 60 characters (DASH-81)', () => {
    expect(tabNameProblem(' ')).toBe('A tab needs a name.')
    expect(tabNameProblem('x'.repeat(61))).toBe('A name has at most 60 characters.')
    expect(tabNameProblem(` ${'x'.repeat(60)} `)).toBeNull()
  })

  it('can be moved within their row (DASH-81)', () => {
    const orderAfter = (id: string, by: number) => movedTab(tabs, id, by).map((tab) => tab.id)
    expect(orderAfter('a', 1)).toEqual(['b', 'a', 'c'])
    expect(orderAfter('c', -2)).toEqual(['c', 'a', 'b'])
    expect(orderAfter('c', 1)).toEqual(['a', 'b', 'c'])
    expect(orderAfter('a', -1)).toEqual(['a', 'b', 'c'])
    expect(orderAfter('x', 1)).toEqual(['a', 'b', 'c'])
  })
})
