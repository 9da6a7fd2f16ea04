import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cut, readPage } from './list-pages.ts'

/** A list of ids, sorted by themselves under either name, that keeps how it was asked. */
function listOf(size: number, order: Cut['order'], isWalkable = true) {
  const asked: Cut[] = []
  const list = {
    order,
    isWalkable,
    idsOf: async (cut: Cut) => {
      asked.push(cut)
      const ids = Array.from({ length: size }, (_, index) => index + 1)
      const sorted = cut.order[0]?.descending ? ids.reverse() : ids
      return sorted.slice(cut.offset, cut.offset + cut.limit).map((id) => ({ id, count: size }))
    },
    count: async () => size,
  }
  return { list, asked }
}

const orders = fc.option(fc.record({ name: fc.constantFrom('name', 'created_at'), descending: fc.boolean() }))

describe('a page of a list', () => {
  it('LIST-07 API-06 is the same from whichever end it is read, and never further away than half of the list', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 30 }),
        orders,
        async (size, page, pageSize, part) => {
          const { list, asked } = listOf(size, part === null ? [] : [part])
          const forwards = Array.from({ length: size }, (_, index) => index + 1)
          // Newest first, unless told otherwise.
          const expected = part === null || part.descending ? forwards.reverse() : forwards
          expect(await readPage({ page, pageSize }, list)).toEqual({
            ids: expected.slice((page - 1) * pageSize, page * pageSize),
            count: size,
          })
          for (const { offset } of asked) expect(offset).toBeLessThanOrEqual(size / 2)
        },
      ),
    )
  })

  it.each([
    ['in an order that no index has', [{ name: 'runtime', descending: false }], true],
    [
      'with such an order behind another',
      [
        { name: 'name', descending: false },
        { name: 'runtime', descending: false },
      ],
      true,
    ],
    ['of what is searched', [{ name: 'name', descending: false }], false],
  ])('LIST-07 API-06 %s is read as it is asked for, and counted on the way', async (_, order, isWalkable) => {
    const { list, asked } = listOf(30, order, isWalkable)
    const count = () => Promise.reject(new Error('not to be counted apart'))
    expect(await readPage({ page: 3, pageSize: 10 }, { ...list, count })).toEqual({
      ids: [21, 22, 23, 24, 25, 26, 27, 28, 29, 30],
      count: 30,
    })
    expect(asked).toEqual([{ order, offset: 20, limit: 10 }])
  })

  it('OPEN-02 beyond the last one still knows how many there are', async () => {
    for (const isWalkable of [true, false]) {
      const { list } = listOf(30, [{ name: 'name', descending: false }], isWalkable)
      expect(await readPage({ page: 9, pageSize: 10 }, list)).toEqual({ ids: [], count: 30 })
    }
  })
})
