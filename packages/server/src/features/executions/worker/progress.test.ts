import { describe, expect, it } from 'vitest'
import { firstRowsEvent } from '../channels.ts'

const column = { name: 'a', friendly_name: 'a', type: null }

describe('the first rows as one message', () => {
  it('are all there when they fit', () => {
    expect(firstRowsEvent([column], [[1], [2]])).toEqual({ type: 'rows', columns: [column], rows: [[1], [2]] })
  })

  it('are cut to what a message holds', () => {
    const event = firstRowsEvent(
      [column],
      Array.from({ length: 100 }, (_, i) => [`${i} ${'é'.repeat(100)}`]),
    )
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(7_000)
    expect(event).toMatchObject({ rows: expect.arrayContaining([[expect.stringMatching(/^0 /)]]) })
  })

  it('are left out when the columns alone are too many', () => {
    expect(
      firstRowsEvent(
        Array.from({ length: 500 }, () => column),
        [],
      ),
    ).toBeNull()
  })
})
