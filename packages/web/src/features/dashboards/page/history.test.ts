import { describe, expect, it } from 'vitest'
import { DEFAULT_SIZE, type Places, placeOf } from '../../../grid/place.ts'
import { arranged, noHistory, redone, undone } from './history.ts'

const at = (col: number): Places => new Map([[1, placeOf({ col }, DEFAULT_SIZE)]])
const colIn = (step: { places: Places } | null) => step?.places.get(1)?.col

describe('undoing in a layout', () => {
  it('goes back step by step and forth again', () => {
    const history = arranged(arranged(noHistory, at(0)), at(1))
    const once = undone(history, at(2))
    expect(colIn(once)).toBe(1)
    const twice = undone(once?.history ?? noHistory, at(1))
    expect(colIn(twice)).toBe(0)
    expect(undone(twice?.history ?? noHistory, at(0))).toBeNull()
    const forth = redone(twice?.history ?? noHistory, at(0))
    expect(colIn(forth)).toBe(1)
    expect(colIn(redone(forth?.history ?? noHistory, at(1)))).toBe(2)
  })

  it('cannot go forth again once something else was arranged', () => {
    const back = undone(arranged(noHistory, at(0)), at(1))
    expect(redone(arranged(back?.history ?? noHistory, at(0)), at(3))).toBeNull()
    expect(redone(noHistory, at(0))).toBeNull()
  })

  it('leaves alone what has come since, and forgets what has gone', () => {
    const history = arranged(noHistory, new Map([...at(0), [2, placeOf({}, DEFAULT_SIZE)]]))
    const present: Places = new Map([...at(3), [3, placeOf({ col: 2 }, DEFAULT_SIZE)]])
    const step = undone(history, present)
    expect([...(step?.places ?? [])].map(([id, { col }]) => [id, col])).toEqual([
      [1, 0],
      [3, 2],
    ])
  })

  it('keeps a hundred steps', () => {
    const history = Array.from({ length: 150 }, (_, step) => at(step % 4)).reduce(arranged, noHistory)
    expect(history.past).toHaveLength(100)
  })
})
