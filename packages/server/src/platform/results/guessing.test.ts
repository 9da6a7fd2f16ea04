import { describe, expect, it } from 'vitest'
import { cellsOf } from './cells.ts'
import { GuessingBuilder, guessedResult } from './guessing.ts'

function guessed(...values: unknown[]) {
  const builder = new GuessingBuilder()
  for (const value of values) builder.append(value)
  const { columns, batches } = guessedResult(['x'], [builder])
  const cells = [...batches].flatMap((batch) => cellsOf(columns, batch, values.length)).map(([cell]) => cell)
  return { type: columns[0]?.type, kind: columns[0]?.storage.kind, cells }
}

describe('a column of a source that knows no types', () => {
  it('of values that are alike is of their type', () => {
    expect(guessed(true, null, false)).toEqual({ type: 'boolean', kind: 'boolean', cells: [true, null, false] })
    expect(guessed(1, null, 2n)).toEqual({ type: 'integer', kind: 'int64', cells: [1, null, 2] })
    expect(guessed(new Date(0), undefined)).toEqual({
      type: 'datetime',
      kind: 'instant',
      cells: ['1970-01-01T00:00:00Z', null],
    })
    expect(guessed({ a: [1] }, [])).toEqual({ type: 'string', kind: 'json', cells: ['{"a":[1]}', '[]'] })
  })

  it('of different numbers is of the wider kind and keeps every digit', () => {
    expect(guessed(1, 0.5)).toEqual({ type: 'float', kind: 'double', cells: [1, 0.5] })
    expect(guessed(1, 2n ** 60n)).toEqual({ type: 'integer', kind: 'int64', cells: [1, String(2n ** 60n)] })
    expect(guessed(1, 2n ** 70n)).toEqual({ type: 'integer', kind: 'number_text', cells: [1, String(2n ** 70n)] })
    expect(guessed(0.5, 2n ** 60n)).toEqual({ type: 'float', kind: 'number_text', cells: [0.5, String(2n ** 60n)] })
  })

  it('of anything else together is text', () => {
    expect(guessed(1, 'a', { b: 1 }, true)).toEqual({ type: 'string', kind: 'text', cells: ['1', 'a', '{"b":1}', 'true'] })
    expect(guessed(1, '')).toEqual({ type: 'string', kind: 'text', cells: ['1', ''] })
    expect(guessed(null)).toEqual({ type: 'string', kind: 'text', cells: [null] })
    expect(guessed()).toEqual({ type: 'string', kind: 'text', cells: [] })
  })

  it.each([
    ['integer', ['1', '-20', '']],
    ['float', ['1.5', '2e3']],
    ['boolean', ['true', 'False']],
    ['datetime', ['2024-05-01', '2024-05-01T10:00:00Z']],
    ['string', ['1', 'x', '1']],
    ['string', ['1', '1.5']],
  ] as const)('of texts that read like %s is called so, and keeps the texts', (type, texts) => {
    expect(guessed(...texts)).toEqual({ type, kind: 'text', cells: texts })
  })
})
