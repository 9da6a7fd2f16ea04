import { compacted } from '@sightline/domain/dashboards/grid/compact.ts'
import {
  COLUMNS,
  heightOf,
  MARGIN,
  MAX_ROWS,
  MOBILE_BREAKPOINT,
  ROW_HEIGHT,
  rowsFor,
} from '@sightline/domain/dashboards/grid/geometry.ts'
import {
  DEFAULT_SIZE,
  inReadingOrder,
  isMoved,
  movedIds,
  type Place,
  type Places,
  placeForNew,
  placeOf,
  positionOf,
  resized,
} from '@sightline/domain/dashboards/grid/place.ts'
import fc from 'fast-check'
import { verticalCompactor } from 'react-grid-layout/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Direction, itemOf, moved, stepped, stretched } from './arrange.ts'
import { allowAnimations, watchWidth } from './Grid.tsx'
import { pollHeights } from './use-content-heights.ts'

const at = (col: number, row: number, sizeX: number, sizeY: number): Place =>
  placeOf({ col, row, sizeX, sizeY, autoHeight: false }, DEFAULT_SIZE)
const TABLE = { columns: 3, rows: 14, minColumns: 2, minRows: 1, autoHeight: true }
const CHART = { columns: 3, rows: 8, minColumns: 1, minRows: 5, autoHeight: false }

describe('the geometry of the grid', () => {
  it('has six columns, rows of 50 pixels and margins of 15 (DASH-63, OPEN-62)', () => {
    expect([COLUMNS, ROW_HEIGHT, MARGIN]).toEqual([6, 50, 15])
    expect([1, 3, 8].map(heightOf)).toEqual([35, 135, 385])
  })

  it('is one column up to 800 pixels (DASH-64)', () => {
    expect(MOBILE_BREAKPOINT).toBe(800)
  })

  it('gives content at least 20 pixels and 5 more, rounded up to whole rows (OPEN-61, WIDGET-15)', () => {
    expect(rowsFor(0, 0)).toBe(1)
    // 20 + 5 of content, 40 of frame and 15 of margin are 80 pixels.
    expect(rowsFor(3, 40)).toBe(rowsFor(20, 40))
    expect(rowsFor(20, 40)).toBe(2)
    // 29 + 5 + 1 are the 35 pixels of one row; one more pixel takes two rows.
    expect([rowsFor(29, 1), rowsFor(30, 1)]).toEqual([1, 2])
    expect(rowsFor(1e6, 0)).toBe(MAX_ROWS)
  })
})

describe('a stored position', () => {
  it('is read and written with the field names of the API (WIDGET-02)', () => {
    const position = {
      col: 1,
      row: 4,
      sizeX: 2,
      sizeY: 6,
      minSizeX: 1,
      maxSizeX: 4,
      minSizeY: 5,
      maxSizeY: 20,
      autoHeight: false,
    }
    expect(placeOf(position, DEFAULT_SIZE)).toEqual(position)
    expect(positionOf(placeOf(position, DEFAULT_SIZE))).toEqual(position)
  })

  it('contains nothing that exists only while a page is open (WIDGET-03)', () => {
    const runtime = { col: 0, row: 0, loading: true, query: {}, refreshStartedAt: 1 }
    expect(Object.keys(positionOf(placeOf(runtime, DEFAULT_SIZE))).sort()).toEqual(
      ['autoHeight', 'col', 'maxSizeX', 'maxSizeY', 'minSizeX', 'minSizeY', 'row', 'sizeX', 'sizeY'].sort(),
    )
  })

  it('is three by three if nothing is stored (WIDGET-12)', () => {
    expect(placeOf({}, DEFAULT_SIZE)).toMatchObject({ sizeX: 3, sizeY: 3, autoHeight: false })
  })

  it('takes the default size of the visualization type (WIDGET-16)', () => {
    expect(placeOf({}, CHART)).toMatchObject({ sizeX: 3, sizeY: 8, minSizeX: 1, minSizeY: 5 })
    expect(placeOf({}, TABLE)).toMatchObject({ sizeX: 3, sizeY: 14, minSizeX: 2, autoHeight: true })
  })

  it('stays between 1 and 6 columns and 1 and 1000 rows (WIDGET-13, WIDGET-14)', () => {
    expect(placeOf({ sizeX: 0, sizeY: 0 }, DEFAULT_SIZE)).toMatchObject({ sizeX: 1, sizeY: 1 })
    expect(placeOf({ sizeX: 99, sizeY: 5000, maxSizeX: 12 }, DEFAULT_SIZE)).toMatchObject({
      sizeX: 6,
      sizeY: 1000,
      minSizeX: 1,
      maxSizeX: 6,
      minSizeY: 1,
      maxSizeY: 1000,
    })
  })

  it('with a negative height has automatic height (WIDGET-18)', () => {
    expect(placeOf({ sizeY: -1, autoHeight: false }, CHART)).toMatchObject({ autoHeight: true, sizeY: 8 })
  })

  it('is halved if it was stored by a client with twelve columns (DASH-63)', () => {
    const placed = (col: number, sizeX: number, more = {}) => {
      const place = placeOf({ col, row: 0, sizeX, sizeY: 3, ...more }, DEFAULT_SIZE)
      return [place.col, place.col + place.sizeX]
    }
    const twelve = { minSizeX: 2, maxSizeX: 12 }
    expect([placed(0, 6, twelve), placed(6, 6, twelve)]).toEqual([
      [0, 3],
      [3, 6],
    ])
    // Four in a row stay in a row, without overlaps or gaps.
    expect([placed(0, 3, twelve), placed(3, 3, twelve), placed(6, 3, twelve), placed(9, 3, twelve)]).toEqual([
      [0, 2],
      [2, 3],
      [3, 5],
      [5, 6],
    ])
    expect(placeOf({ ...twelve, col: 0, sizeX: 4 }, DEFAULT_SIZE)).toMatchObject({ minSizeX: 1, maxSizeX: 6 })
    // A limit beyond six columns shows that the position was counted in twelve.
    expect([placed(6, 6), placed(3, 3), placed(1, 1, twelve)]).toEqual([
      [3, 6],
      [3, 6],
      [1, 2],
    ])
  })

  it('is inside of the grid, whatever was stored', () => {
    const unit = fc.option(fc.integer({ min: -10, max: 100_000 }), { nil: undefined })
    const stored = fc.record({
      col: unit,
      row: unit,
      sizeX: unit,
      sizeY: unit,
      minSizeX: unit,
      maxSizeX: unit,
      minSizeY: unit,
      maxSizeY: unit,
    })
    fc.assert(
      fc.property(stored, fc.constantFrom(DEFAULT_SIZE, TABLE, CHART), (position, size) => {
        const place = placeOf(position, size)
        expect(place.col).toBeGreaterThanOrEqual(0)
        expect(place.col + place.sizeX).toBeLessThanOrEqual(COLUMNS)
        expect(place.row).toBeGreaterThanOrEqual(0)
        expect(place.sizeX).toBeGreaterThanOrEqual(place.minSizeX)
        expect(place.sizeX).toBeLessThanOrEqual(place.maxSizeX)
        expect(place.sizeY).toBeGreaterThanOrEqual(place.minSizeY)
        expect(place.sizeY).toBeLessThanOrEqual(place.maxSizeY)
      }),
    )
  })
})

describe('resizing', () => {
  it('the height turns off automatic height, resizing the width does not (WIDGET-19)', () => {
    const table = { ...placeOf({}, TABLE), sizeY: 9 }
    expect(resized(table, 4, 9)).toMatchObject({ sizeX: 4, sizeY: 9, autoHeight: true })
    expect(resized(table, 3, 10)).toMatchObject({ sizeY: 10, autoHeight: false })
  })

  it('stops at the limits (WIDGET-13, WIDGET-14)', () => {
    const chart = placeOf({ maxSizeX: 4 }, CHART)
    expect(resized(chart, 9, 1)).toMatchObject({ sizeX: 4, sizeY: 5 })
    expect(resized(chart, 0, 9999)).toMatchObject({ sizeX: 1, sizeY: 1000 })
  })
})

describe('the saved changes of a layout', () => {
  it('are those of the widgets that were moved or resized (DASH-49)', () => {
    const before: Places = new Map([
      [1, at(0, 0, 3, 3)],
      [2, at(3, 0, 3, 3)],
      [3, at(0, 3, 6, 3)],
    ])
    const now = new Map(before)
      .set(2, at(3, 0, 2, 3))
      .set(3, at(0, 4, 6, 3))
      .set(9, at(0, 9, 1, 1))
    expect(movedIds(before, now)).toEqual([2, 3])
  })

  it('do not include automatic heights', () => {
    const table = placeOf({}, TABLE)
    expect(isMoved(table, { ...table, sizeY: 5 })).toBe(false)
    expect(isMoved(table, { ...table, sizeY: 5, autoHeight: false })).toBe(true)
  })
})

describe('a new widget', () => {
  it('is placed below the others, or beside them if there is room (WIDGET-25)', () => {
    expect(placeForNew([], CHART)).toMatchObject({ col: 0, row: 0 })
    expect(placeForNew([at(0, 0, 3, 8)], CHART)).toMatchObject({ col: 3, row: 0 })
    expect(placeForNew([at(0, 0, 6, 8)], CHART)).toMatchObject({ col: 0, row: 8, sizeX: 3, sizeY: 8 })
    expect(placeForNew([at(0, 0, 4, 8), at(4, 0, 2, 3)], { ...CHART, columns: 2 })).toMatchObject({ col: 4, row: 3 })
    expect(placeForNew([at(0, 0, 4, 8), at(4, 0, 2, 3)], CHART)).toMatchObject({ col: 0, row: 8 })
  })
})

describe('arranging with the keyboard', () => {
  // 1 1 1 2 2 2
  // 3 3 3 3 3 3
  const layout: Places = new Map([
    [1, at(0, 0, 3, 4)],
    [2, at(3, 0, 3, 4)],
    [3, at(0, 4, 6, 2)],
  ])
  const rows = (places: Places) => Object.fromEntries([...places].map(([id, { col, row }]) => [id, [col, row]]))

  it('moves a widget past its neighbours and by columns (WIDGET-38)', () => {
    expect(rows(stepped(layout, 3, 'up'))).toEqual({ 3: [0, 0], 1: [0, 2], 2: [3, 2] })
    expect(rows(stepped(layout, 1, 'down'))).toEqual({ 2: [3, 0], 3: [0, 4], 1: [0, 6] })
    const narrow = new Map(layout).set(1, at(0, 0, 2, 4))
    expect(stepped(narrow, 1, 'right').get(1)).toMatchObject({ col: 1 })
  })

  it('does not move a widget that has nowhere to go', () => {
    expect(stepped(layout, 1, 'left')).toBe(layout)
    expect(stepped(layout, 2, 'right')).toBe(layout)
    expect(stepped(layout, 1, 'up')).toBe(layout)
    expect(stepped(layout, 3, 'down')).toBe(layout)
    expect(stretched(layout, 3, 'right')).toBe(layout)
  })

  it('resizes a widget and moves others out of its way (WIDGET-38)', () => {
    const taller = stretched(layout, 1, 'down')
    expect(taller.get(1)).toMatchObject({ sizeX: 3, sizeY: 5 })
    expect(taller.get(3)).toMatchObject({ row: 5 })
    const narrower = stretched(layout, 2, 'left')
    expect(narrower.get(2)).toMatchObject({ sizeX: 2, sizeY: 4 })
  })

  const place = fc.record({
    col: fc.nat(5),
    row: fc.nat(20),
    sizeX: fc.integer({ min: 1, max: 6 }),
    sizeY: fc.integer({ min: 1, max: 8 }),
  })
  const layouts = fc
    .array(place, { minLength: 1, maxLength: 12 })
    .map((all) => compacted(new Map(all.map(({ col, row, sizeX, sizeY }, id) => [id, at(col, row, sizeX, sizeY)]))))

  it('never lets widgets overlap, leave the grid or disappear, whatever the keys', () => {
    const step = fc.record({
      id: fc.nat(11),
      direction: fc.constantFrom<Direction>('left', 'right', 'up', 'down'),
      kind: fc.constantFrom('step', 'stretch', 'move'),
    })
    fc.assert(
      fc.property(layouts, fc.array(step, { maxLength: 10 }), (first, steps) => {
        let places = first
        for (const { id, direction, kind } of steps) {
          if (kind === 'step') places = stepped(places, id, direction)
          else if (kind === 'stretch') places = stretched(places, id, direction)
          else places = moved(places, id, id % COLUMNS, id)
          expect([...places.keys()].sort()).toEqual([...first.keys()].sort())
          expectApart(places)
        }
      }),
    )
  })

  it('does not change when it is compacted again, nor by react-grid-layout (OPEN-468)', () => {
    fc.assert(
      fc.property(layouts, (places) => {
        expectApart(places)
        expect(rows(compacted(places))).toEqual(rows(places))
        const shown = verticalCompactor.compact([...places].map(itemOf), COLUMNS)
        expect(shown.map(({ y }) => y)).toEqual([...places.values()].map(({ row }) => row))
      }),
    )
  })
})

function expectApart(places: Places): void {
  const taken = new Set<string>()
  for (const { col, row, sizeX, sizeY } of places.values()) {
    expect(col).toBeGreaterThanOrEqual(0)
    expect(col + sizeX).toBeLessThanOrEqual(COLUMNS)
    for (let x = col; x < col + sizeX; x++) {
      for (let y = row; y < row + sizeY; y++) {
        expect(taken.has(`${x} ${y}`)).toBe(false)
        taken.add(`${x} ${y}`)
      }
    }
  }
}

describe('one column', () => {
  it('is in reading order (DASH-64)', () => {
    const places = new Map([
      [1, at(0, 5, 6, 2)],
      [2, at(3, 0, 3, 5)],
      [3, at(0, 0, 3, 5)],
    ])
    expect(inReadingOrder(places)).toEqual([3, 2, 1])
  })
})

describe('the timing of the grid', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('allows animations after 50 ms (DASH-66)', () => {
    const allow = vi.fn()
    allowAnimations(allow)
    vi.advanceTimersByTime(49)
    expect(allow).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(allow).toHaveBeenCalledOnce()
  })

  it('measures heights every 200 ms until it is stopped (DASH-68)', () => {
    const measure = vi.fn()
    const stop = pollHeights(measure)
    vi.advanceTimersByTime(600)
    expect(measure).toHaveBeenCalledTimes(3)
    stop()
    vi.advanceTimersByTime(600)
    expect(measure).toHaveBeenCalledTimes(3)
  })

  it('reports a new width after 50 ms without a further change (DASH-67)', () => {
    let resize = () => {}
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          resize = callback
        }
        observe() {}
        disconnect() {}
      },
    )
    const onWidth = vi.fn()
    const element = { clientWidth: 900 } as HTMLElement
    watchWidth(element, onWidth)
    for (const _ of [1, 2, 3]) {
      resize()
      vi.advanceTimersByTime(40)
    }
    expect(onWidth).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10)
    expect(onWidth.mock.calls).toEqual([[900]])
  })
})
