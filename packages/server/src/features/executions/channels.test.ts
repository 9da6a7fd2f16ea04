import { describe, expect, it } from 'vitest'
import { firstRowsNews } from './channels.ts'

const column = { name: 'a', friendly_name: 'a', type: null }

describe('the first rows as one message', () => {
  it('are all there when they fit', () => {
    expect(firstRowsNews([column], [[1], [2]])).toEqual({ type: 'rows', columns: [column], rows: [[1], [2]] })
  })

  it('are cut to what a message holds', () => {
    const news = firstRowsNews(
      [column],
      Array.from({ length: 100 }, (_, i) => [`${i} ${'é'.repeat(100)}`]),
    )
    expect(Buffer.byteLength(JSON.stringify(news))).toBeLessThanOrEqual(7_000)
    expect(news).toMatchObject({ rows: expect.arrayContaining([[expect.stringMatching(/^0 /)]]) })
  })

  it('are left out when the columns alone are too many', () => {
    expect(
      firstRowsNews(
        Array.from({ length: 500 }, () => column),
        [],
      ),
    ).toBeNull()
  })
})
