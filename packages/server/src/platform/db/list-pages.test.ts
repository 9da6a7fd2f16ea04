import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PageCut, readPage } from './list-pages.ts'

/** A list of ids, sorted by id under any sort name, that records how it was read. */
function listOf(size: number, order: PageCut['order'], isSoonCounted = true) {
  const asked: PageCut[] = []
  const list = {
    order,
    isSoonCounted,
    idsOf: async (cut: PageCut) => {
      asked.push(cut)
      const ids = Array.from({ length: size }, (_, index) => index + 1)
      const sorted = cut.order[0]?.descending === cut.isTurned ? ids : ids.reverse()
      return sorted.slice(cut.offset, cut.offset + cut.limit).map((id) => ({ id, count: size }))
    },
    count: async () => size,
  }
  return { list, asked }
}

const orders = fc.option(fc.record({ name: fc.constantFrom('name', 'runtime'), descending: fc.boolean() }))

describe('a page of a list', () => {
  it('is the same from whichever end it is read, and never further away than half of the list (LIST-07, API-06)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 30 }),
        orders,
        async (size, page, pageSize, part) => {
          const { list, asked } = listOf(size, part === null ? [] : [part])
          const forwards = Array.from({ length: size }, (_, index) => index + 1)
          // Newest first by default.
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

  it('of a search is read from the start, and counted on the way (LIST-07, API-06)', async () => {
    const order = [{ name: 'name', descending: false }]
    const { list, asked } = listOf(30, order, false)
    const count = () => Promise.reject(new Error('not to be counted apart'))
    expect(await readPage({ page: 3, pageSize: 10 }, { ...list, count })).toEqual({
      ids: [21, 22, 23, 24, 25, 26, 27, 28, 29, 30],
      count: 30,
    })
    expect(asked).toEqual([{ order, isTurned: false, offset: 20, limit: 10 }])
  })

  it('beyond the last one still has the total number of rows (OPEN-02)', async () => {
    for (const isSoonCounted of [true, false]) {
      const { list } = listOf(30, [{ name: 'name', descending: false }], isSoonCounted)
      expect(await readPage({ page: 9, pageSize: 10 }, list)).toEqual({ ids: [], count: 30 })
    }
  })
})
