import { describe, expect, it } from 'vitest'
import {
  collapsedIn,
  hiddenWidgets,
  isSection,
  movedSection,
  sectionName,
  sectionNameProblem,
  sectionsOf,
  sectionText,
  toggledInUrl,
} from './sections.ts'

const heading = { section: true }
const widgets = [
  { id: 1, options: {} },
  { id: 2, options: heading },
  { id: 3, options: {} },
  { id: 4, options: {} },
  { id: 5, options: heading },
  { id: 6, options: {} },
]
const places = new Map([
  [1, { row: 0, sizeY: 3 }],
  [5, { row: 9, sizeY: 1 }],
  [6, { row: 10, sizeY: 2 }],
  [2, { row: 3, sizeY: 1 }],
  [3, { row: 4, sizeY: 5 }],
  [4, { row: 4, sizeY: 2 }],
])
const sections = sectionsOf(widgets, places)

describe('the sections of a dashboard', () => {
  it('have the widgets below their heading, up to the next one (DASH-84)', () => {
    expect(sections).toEqual([
      { id: 2, widgetIds: [3, 4] },
      { id: 5, widgetIds: [6] },
    ])
    expect(sectionsOf([{ id: 1, options: {} }], places)).toEqual([])
  })

  it('are headings in the text of a widget, for other clients (DASH-84)', () => {
    expect(sectionText(' Costs ')).toBe('## Costs')
    expect(sectionName('## Costs # 2\nmore')).toBe('Costs # 2')
    expect(sectionName('  ')).toBe('Section')
    expect([isSection({ section: true }), isSection({ section: 'true' }), isSection({})]).toEqual([true, false, false])
  })

  it('need a name that is not too long (DASH-84)', () => {
    expect(sectionNameProblem(' ')).toBe('A section needs a name.')
    expect(sectionNameProblem('x'.repeat(101))).toBe('A name has at most 100 characters.')
    expect(sectionNameProblem('Costs')).toBeNull()
  })

  it('hide their widgets while the URL says that they are collapsed (DASH-84)', () => {
    const collapsed = collapsedIn('2,x,-5,99')
    expect([...collapsed]).toEqual([2, 99])
    expect([...hiddenWidgets(sections, collapsed)]).toEqual([3, 4])
    expect(toggledInUrl(collapsed, 5)).toBe('2,99,5')
    expect(toggledInUrl(new Set([2]), 2)).toBeUndefined()
    expect([...collapsedIn(undefined)]).toEqual([])
  })

  it('move past each other with their widgets (DASH-84)', () => {
    const swapped = [
      [5, 3],
      [6, 4],
      [2, 6],
      [3, 7],
      [4, 7],
    ]
    expect([...movedSection(sections, places, 2, 1)]).toEqual(swapped)
    expect([...movedSection(sections, places, 5, -1)]).toEqual(swapped)
    expect([movedSection(sections, places, 2, -1).size, movedSection(sections, places, 5, 1).size]).toEqual([0, 0])
  })
})
