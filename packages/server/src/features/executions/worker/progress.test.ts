import { describe, expect, it } from 'vitest'
import { firstRowsEvent } from './progress.ts'

const column = { name: 'a', friendly_name: 'a', type: null }

describe('the event with the first rows', () => {
  it('contains all of them if they fit', () => {
    expect(firstRowsEvent([column], [[1], [2]])).toEqual({ type: 'rows', columns: [column], rows: [[1], [2]] })
  })

  it('contains as many as fit', () => {
    const event = firstRowsEvent(
      [column],
      Array.from({ length: 100 }, (_, i) => [`${i} ${'é'.repeat(100)}`]),
    )
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(7_000)
    expect(event).toMatchObject({ rows: expect.arrayContaining([[expect.stringMatching(/^0 /)]]) })
  })

  it('is left out if the columns alone are too large', () => {
    expect(
      firstRowsEvent(
        Array.from({ length: 500 }, () => column),
        [],
      ),
    ).toBeNull()
  })
})
