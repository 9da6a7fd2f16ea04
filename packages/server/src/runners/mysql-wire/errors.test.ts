import { describe, expect, it } from 'vitest'
import { statementError } from './errors.ts'

const positionOf = (message: string, text: string) =>
  statementError(Object.assign(new Error(message), { errno: 1064 }), text).position

describe('the place of a syntax error in MySQL', () => {
  it('is that of what follows, on the line that the server names', () => {
    const text = "SELECT 'x = 1'\nFROM t\nWHER x = 1"
    expect(positionOf("You have an error in your SQL syntax near 'x = 1' at line 3", text)).toBe(text.lastIndexOf('x = 1') + 1)
  })

  it.each([
    ['SELECT 1\nWHER x = 1', 16, 'x'],
    ["SELECT 'é🐘', n FRM numbers", 31, 'numbers'],
    ['SELEC 2', 6, 'SELEC'],
    ['/* ada */ SELECT 1 FRM t', 25, 't'],
  ])('is that of the word before a position in bytes, as Vitess counts: %s (OPEN-636)', (text, end, word) => {
    expect(positionOf(`syntax error at position ${end} near '${word}'`, text)).toBe(text.lastIndexOf(word) + 1)
  })

  it.each([
    ['a text of several statements', 'SELECT 1; SELEC 2', "syntax error at position 6 near 'SELEC'"],
    ['a word that is not there', 'SELECT 1', "syntax error at position 6 near 'other'"],
    ['no word', 'SELECT (', 'syntax error at position 9'],
  ])('is not known for %s (OPEN-636)', (_, text, message) => {
    expect(positionOf(message, text)).toBeNull()
  })
})
