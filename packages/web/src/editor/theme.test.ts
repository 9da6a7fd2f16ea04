import { describe, expect, it } from 'vitest'
import { columnsOf } from './theme.ts'

describe('the columns of a line', () => {
  it('are one for each character', () => {
    expect([columnsOf(''), columnsOf('SELECT 1'), columnsOf('Größe')]).toEqual([0, 8, 5])
  })

  it('are enough for characters of other fonts, and for tabs anywhere in the line', () => {
    expect(columnsOf('日本')).toBe(4)
    expect(columnsOf('a → b')).toBe(6)
    expect(columnsOf('😀')).toBe(4)
    expect(columnsOf('\ta')).toBe(5)
  })
})
