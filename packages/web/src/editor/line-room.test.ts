import { describe, expect, it } from 'vitest'
import { columnsOf } from './line-room.ts'

describe('the room that a line is given', () => {
  it('is a column for each letter', () => {
    expect([columnsOf(''), columnsOf('SELECT 1'), columnsOf('Größe')]).toEqual([0, 8, 5])
  })

  it('is enough for letters of other fonts and for tabs, wherever these stand', () => {
    expect(columnsOf('日本')).toBe(4)
    expect(columnsOf('a → b')).toBe(6)
    expect(columnsOf('😀')).toBe(4)
    expect(columnsOf('\ta')).toBe(5)
  })
})
