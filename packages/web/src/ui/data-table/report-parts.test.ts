import { footNote } from '@sightline/domain/table-columns/table-totals.ts'
import { describe, expect, it } from 'vitest'
import {
  columnLayout,
  columnUnder,
  type DataColumn,
  groupHeads,
  hiddenSides,
  revealingLeft,
  shownColumns,
} from './column-layout.ts'

const columnOf = (index: number, change: Partial<DataColumn> = {}): DataColumn => ({
  index,
  title: `c${index}`,
  description: '',
  align: 'left',
  kind: 'text',
  isPinned: false,
  group: '',
  format: String,
  nullText: '—',
  render: null,
  ...change,
})
const wide = (...widths: number[]) => widths.map((width) => ({ fitted: width, whole: width, least: 48 }))

describe('pinned columns', () => {
  const layout = columnLayout(wide(100, 100, 100, 100, 100), 300, 1)

  it('stay in view, and the others scroll below them (TABLE-48)', () => {
    expect(layout).toMatchObject({ pinned: 1, pinnedWidth: 100 })
    const columns = [0, 1, 2, 3, 4].map((index) => columnOf(index))
    const { pinned, scrolled, leadingWidth } = shownColumns(columns, layout, 3, 4)
    expect(pinned).toMatchObject([{ place: 0, left: 0 }])
    expect(scrolled).toMatchObject([
      { place: 3, left: null },
      { place: 4, left: null },
    ])
    expect(leadingWidth).toBe(200)
    expect(shownColumns(columns, layout, 0, 1).scrolled.map(({ place }) => place)).toEqual([1])
  })

  it('are found under the pointer however far the others are scrolled (TABLE-48)', () => {
    expect([columnUnder(layout, 50, 200), columnUnder(layout, 150, 200)]).toEqual([0, 3])
  })

  it('never hide the column that comes into view, and need no scrolling themselves (TABLE-48)', () => {
    expect(revealingLeft(layout, 0, 200, 300)).toBe(200)
    expect(revealingLeft(layout, 1, 200, 300)).toBe(0)
    expect(revealingLeft(layout, 4, 0, 300)).toBe(200)
    expect(hiddenSides(layout, 200, 300)).toEqual({ left: true, right: false })
  })

  it('share half of the view if they would take more (OPEN-674)', () => {
    expect(columnLayout(wide(100, 100, 100), 300, 2)).toMatchObject({ pinned: 2, pinnedWidth: 150 })
    expect(columnLayout(wide(200, 100, 100), 300, 1)).toMatchObject({ pinned: 1, pinnedWidth: 150 })
  })

  it('take at most half of the view (TABLE-48)', () => {
    const number = { fitted: 200, whole: 200, least: 200 }
    expect(columnLayout([number, ...wide(100, 100)], 300, 1)).toMatchObject({ pinned: 0, pinnedWidth: 0 })
  })
})

describe('the heads of groups', () => {
  it('span adjacent columns of one group (TABLE-49)', () => {
    const columns = ['', '', 'Sales', 'Sales', 'Costs', 'Sales'].map((group, index) => columnOf(index, { group }))
    const { scrolled } = shownColumns(columns, columnLayout(wide(50, 60, 70, 80, 90, 100), 1000), 0, 5)
    expect(groupHeads(scrolled).map(({ title, place, span, width }) => [title, place, span, width])).toEqual([
      ['', 0, 1, 50],
      ['', 1, 1, 60],
      ['Sales', 2, 2, 150],
      ['Costs', 4, 1, 90],
      ['Sales', 5, 1, 100],
    ])
  })
})

describe('the line below the totals', () => {
  it('says of which rows they are, and whether rows may be missing (TABLE-47)', () => {
    expect(footNote(340, {})).toBe('Totals of 340 rows.')
    expect(footNote(1, { isSearched: true })).toBe('Totals of 1 row that matches.')
    expect(footNote(1000, { isSearched: true, isLimited: true })).toBe(
      'Totals of 1,000 rows that match. The result was limited, so rows may be missing.',
    )
  })
})
