import { expect, it } from 'vitest'
import { columnsOfWidth } from '../../grid/twelfths.ts'
import { placesOf } from './places.ts'

it('widths of older clients are columns of twelve, and place what has no position (CONST-03)', () => {
  expect([0, 1, 2].map(columnsOfWidth)).toEqual([0, 6, 12])
  const counter = { visualization: { type: 'COUNTER' } }
  const widgets = [
    { id: 1, width: 2, options: {}, ...counter },
    { id: 2, width: 1, options: {}, ...counter },
    // No width says nothing: it is as wide as a counter is by itself.
    { id: 3, width: 0, options: {}, ...counter },
    { id: 4, width: 2, options: { position: { col: 0, row: 0, sizeX: 1, sizeY: 4 } }, ...counter },
  ]
  expect([...placesOf(widgets).values()].map(({ sizeX }) => sizeX)).toEqual([6, 3, 2, 1])
})
