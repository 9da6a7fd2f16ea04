import { describe, expect, it } from 'vitest'
import { columnActionFor } from './column-arrangement.ts'
import { gapAt } from './column-drag.tsx'
import { columnLayout } from './column-layout.ts'
import { afterMove, type ColumnMove, changesOrder, type MoveTarget, moveTowards, placeAfter } from './column-order.ts'
import { type Selection, selectionAfter } from './selection.ts'

const letters = ['a', 'b', 'c', 'd', 'e']
const order = (left: number, right: number, gap: number) => afterMove(letters, { left, right, gap }).join('')

describe('moved columns', () => {
  it('are inserted before the position where they are dropped', () => {
    expect(order(0, 0, 3)).toBe('bcade')
    expect(order(4, 4, 0)).toBe('eabcd')
    expect(order(1, 1, 5)).toBe('acdeb')
    expect(order(1, 2, 5)).toBe('adebc')
    expect(order(3, 4, 1)).toBe('adebc')
  })

  it('stay if dropped on themselves or at their own edges', () => {
    for (const gap of [1, 2, 3]) {
      expect(changesOrder({ left: 1, right: 2, gap })).toBe(false)
      expect(order(1, 2, gap)).toBe('abcde')
    }
    expect(changesOrder({ left: 1, right: 2, gap: 0 })).toBe(true)
    expect(changesOrder({ left: 1, right: 2, gap: 4 })).toBe(true)
  })

  it('and all others have the new positions that the move gives them', () => {
    for (let left = 0; left < 5; left++)
      for (let right = left; right < 5; right++)
        for (let gap = 0; gap <= 5; gap++) {
          const move = { left, right, gap }
          if (!changesOrder(move)) continue
          const moved = afterMove(letters, move)
          expect(letters.map((letter, place) => moved[placeAfter(place, move)] === letter)).toEqual(letters.map(() => true))
        }
  })

  it('go one position to either side, or to an end, by keys', () => {
    const step = (left: number, right: number, aim: MoveTarget) => {
      const move = moveTowards(aim, left, right, letters.length)
      return move && afterMove(letters, move).join('')
    }
    expect(step(1, 1, 'right')).toBe('acbde')
    expect(step(1, 2, 'left')).toBe('bcade')
    expect(step(2, 3, 'right')).toBe('abecd')
    expect(step(3, 4, 'first')).toBe('deabc')
    expect(step(0, 1, 'last')).toBe('cdeab')
    expect([step(0, 1, 'left'), step(3, 4, 'right'), step(0, 2, 'first'), step(4, 4, 'last')]).toEqual(
      letters.slice(1).map(() => null),
    )
  })
})

describe('the selection after a move of columns', () => {
  const cells = (anchor: number, focus: number): Selection => ({
    anchor: { row: 2, column: anchor },
    focus: { row: 7, column: focus },
  })
  const after = (selection: Selection, move: ColumnMove) => {
    const { anchor, focus } = selectionAfter(selection, move)
    return [anchor.row, anchor.column, focus.row, focus.column]
  }

  it('follows its columns', () => {
    expect(after(cells(1, 1), { left: 1, right: 1, gap: 5 })).toEqual([2, 4, 7, 4])
    expect(after(cells(3, 2), { left: 2, right: 3, gap: 0 })).toEqual([2, 1, 7, 0])
    expect(after(cells(1, 2), { left: 4, right: 4, gap: 0 })).toEqual([2, 2, 7, 3])
    expect(after(cells(1, 2), { left: 3, right: 3, gap: 5 })).toEqual([2, 1, 7, 2])
  })

  it('is only the focused cell if the move splits the rectangle', () => {
    expect(after(cells(1, 2), { left: 1, right: 1, gap: 5 })).toEqual([7, 1, 7, 1])
    expect(after(cells(1, 2), { left: 4, right: 4, gap: 2 })).toEqual([7, 3, 7, 3])
  })
})

describe('the position where a column is dropped', () => {
  it('is before the column under the pointer in its left half, and after it in its right half', () => {
    const layout = columnLayout(
      [100, 60, 100].map((width) => ({ fitted: width, whole: width, least: 48 })),
      260,
    )
    expect([-50, 0, 49, 51, 129, 131, 209, 211, 900].map((x) => gapAt(layout, x))).toEqual([0, 0, 0, 1, 1, 2, 2, 3, 3])
  })
})

describe('column actions by keys', () => {
  const press = (key: string, held: Partial<Record<'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey', boolean>> = {}) =>
    columnActionFor({ key, altKey: false, shiftKey: false, ctrlKey: false, metaKey: false, ...held })

  it('move with Alt and Shift, and leave Alt with an arrow to the browser', () => {
    const held = { altKey: true, shiftKey: true }
    expect([press('ArrowLeft', held), press('ArrowRight', held)]).toEqual([
      { kind: 'move', aim: 'left' },
      { kind: 'move', aim: 'right' },
    ])
    expect([press('ArrowLeft', { altKey: true }), press('ArrowLeft', { shiftKey: true }), press('ArrowUp', held)]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('widen, narrow and fit, but not with Ctrl, which zooms', () => {
    expect([press('+', { shiftKey: true }), press('-'), press('0')].map((key) => key?.kind)).toEqual(['widen', 'widen', 'fit'])
    expect([press('+', { ctrlKey: true }), press('-', { metaKey: true }), press('0', { ctrlKey: true }), press('x')]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
