import { describe, expect, it } from 'vitest'
import { wholeText } from './CellPopover.tsx'
import { toTsv } from './copy-cells.ts'
import { matchCountText } from './MatchCount.tsx'
import { sortedBy } from './row-source.ts'
import { rectangleOf, type Selection, selectionAfterKey } from './selection.ts'
import { truncatedText } from './TableRows.tsx'

describe('a click on a column head', () => {
  it('sorts ascending, descending, and not at all', () => {
    const up = sortedBy([], 2, false)
    const down = sortedBy(up, 2, false)
    expect([up, down, sortedBy(down, 2, false)]).toEqual([
      [{ column: 2, descending: false }],
      [{ column: 2, descending: true }],
      [],
    ])
  })

  it('with Shift adds the column to the sort order, and reverses or removes it there (TABLE-30)', () => {
    const both = sortedBy(sortedBy([], 2, false), 0, true)
    expect(both.map((entry) => entry.column)).toEqual([2, 0])
    const turned = sortedBy(both, 2, true)
    expect(turned).toEqual([
      { column: 2, descending: true },
      { column: 0, descending: false },
    ])
    expect(sortedBy(turned, 2, true)).toEqual([{ column: 0, descending: false }])
    expect(sortedBy(turned, 1, false)).toEqual([{ column: 1, descending: false }])
  })
})

describe('keys in the table', () => {
  const last = { row: 999_999, column: 4 }
  const at = (row: number, column: number): Selection => ({ anchor: { row, column }, focus: { row, column } })
  const press = (now: Selection | null, key: string, isShift = false, isCtrl = false) =>
    selectionAfterKey(now, { key, isShift, isCtrl }, last, 20)

  it('select the first cell first', () => {
    expect(press(null, 'ArrowDown')).toEqual(at(0, 0))
  })

  it('move within the table', () => {
    expect(press(at(3, 1), 'ArrowRight')).toEqual(at(3, 2))
    expect(press(at(3, 1), 'PageDown')).toEqual(at(23, 1))
    expect(press(at(3, 1), 'PageUp')).toEqual(at(0, 1))
    expect(press(at(3, 1), 'End', false, true)).toEqual(at(999_999, 4))
    expect(press(at(3, 4), 'ArrowRight')).toEqual(at(3, 4))
  })

  it('with Shift extend the selection', () => {
    const two = press(press(at(3, 1), 'ArrowDown', true), 'ArrowLeft', true)
    expect(two && rectangleOf(two)).toEqual({ top: 3, bottom: 4, left: 0, right: 1 })
  })

  it('select everything with Ctrl A, and ignore other letters', () => {
    const all = press(at(3, 1), 'a', false, true)
    expect(all && rectangleOf(all)).toEqual({ top: 0, bottom: 999_999, left: 0, right: 4 })
    expect(press(at(3, 1), 'x')).toBeNull()
  })
})

describe('copying', () => {
  it('gives exact values, tabs between cells, nothing for null', () => {
    expect(
      toTsv([
        ['Ada', 12.5, null],
        ['Bob', '12345678901234567890', true],
      ]),
    ).toBe('Ada\t12.5\t\nBob\t12345678901234567890\ttrue')
  })

  it('puts quotes around texts with tabs or line ends', () => {
    expect(toTsv([['a\tb', 'say "hi"', 'two\nlines']])).toBe('"a\tb"\t"say ""hi"""\t"two\nlines"')
  })
})

describe('the popover of a cell', () => {
  it('indents JSON and shows other texts as they are', () => {
    expect(wholeText('{"a":[1]}')).toBe('{\n    "a": [\n        1\n    ]\n}')
    expect(wholeText('{"id":12345678901234567890}')).toBe('{\n    "id": 12345678901234567890\n}')
    expect(wholeText('[not json')).toBe('[not json')
    expect(wholeText('12345678901234567890')).toBe('12345678901234567890')
    expect(wholeText(null)).toBe('null')
  })
})

describe('the match count of a search', () => {
  it('is shown with the total, and with a plus while counting', () => {
    expect(matchCountText({ rows: 24_833, isExact: true }, 1_000_000)).toBe('24,833 of 1,000,000 rows')
    expect(matchCountText({ rows: 200, isExact: false }, 1_000_000)).toBe('200+ of 1,000,000 rows')
    expect(matchCountText({ rows: 0, isExact: true }, 1)).toBe('0 of 1 row')
  })
})

describe('a very long text in a cell', () => {
  it('is truncated with an ellipsis', () => {
    expect(truncatedText('x'.repeat(1000))).toHaveLength(1000)
    expect(truncatedText('x'.repeat(1_000_000))).toBe(`${'x'.repeat(999)}…`)
  })
})
