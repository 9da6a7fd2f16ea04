import { DEFAULT_SIZE, type Places, placeOf } from '@sightline/domain/dashboards/grid/place.ts'
import { describe, expect, it } from 'vitest'
import { noHistory, redoStep, undoStep, withStep } from './layout.ts'

const at = (col: number): Places => new Map([[1, placeOf({ col }, DEFAULT_SIZE)]])
const colIn = (step: { places: Places } | null) => step?.places.get(1)?.col

describe('the history of a layout', () => {
  it('undoes and redoes step by step', () => {
    const history = withStep(withStep(noHistory, at(0)), at(1))
    const once = undoStep(history, at(2))
    expect(colIn(once)).toBe(1)
    const twice = undoStep(once?.history ?? noHistory, at(1))
    expect(colIn(twice)).toBe(0)
    expect(undoStep(twice?.history ?? noHistory, at(0))).toBeNull()
    const forward = redoStep(twice?.history ?? noHistory, at(0))
    expect(colIn(forward)).toBe(1)
    expect(colIn(redoStep(forward?.history ?? noHistory, at(1)))).toBe(2)
  })

  it('has nothing to redo after another change', () => {
    const back = undoStep(withStep(noHistory, at(0)), at(1))
    expect(redoStep(withStep(back?.history ?? noHistory, at(0)), at(3))).toBeNull()
    expect(redoStep(noHistory, at(0))).toBeNull()
  })

  it('keeps the place of a widget added later, and does not bring back a removed one', () => {
    const history = withStep(noHistory, new Map([...at(0), [2, placeOf({}, DEFAULT_SIZE)]]))
    const present: Places = new Map([...at(3), [3, placeOf({ col: 2 }, DEFAULT_SIZE)]])
    const step = undoStep(history, present)
    expect([...(step?.places ?? [])].map(([id, { col }]) => [id, col])).toEqual([
      [1, 0],
      [3, 2],
    ])
  })

  it('keeps a hundred steps', () => {
    const history = Array.from({ length: 150 }, (_, step) => at(step % 4)).reduce(withStep, noHistory)
    expect(history.past).toHaveLength(100)
  })
})
