import { describe, expect, it } from 'vitest'
import { BLOCK_ROWS, blockAhead, blocksOf, rowBlocks } from './row-blocks.ts'
import type { RowCount, RowSource, RowWindow } from './row-source.ts'

/** A source of a million rows that answers on command. */
function slowSource() {
  const requests: { window: RowWindow; signal: AbortSignal; answer(): Promise<void>; fail(): Promise<void> }[] = []
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
  const source: RowSource = {
    key: 'r1',
    columns: [{ name: 'n', type: 'integer', source_type: 'int' }],
    rowCount: 1_000_000,
    load: (window, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        requests.push({
          window,
          signal,
          async answer() {
            const rows = Array.from({ length: window.limit }, (_, index) => [window.offset + index])
            resolve({ total: 1_000_000, rows })
            await settle()
          },
          async fail() {
            reject(new Error('gone'))
            await settle()
          },
        })
      }),
  }
  return { source, requests }
}

describe('blocks', () => {
  it('cover the visible rows', () => {
    expect(blocksOf(0, 30, 1000)).toEqual([0])
    expect(blocksOf(190, 210, 1000)).toEqual([0, 1])
    expect(blocksOf(190, 5000, 300)).toEqual([0, 1])
    expect(blocksOf(0, 10, 0)).toEqual([])
  })

  it('are prefetched in the direction of scrolling', () => {
    expect(blockAhead(20, 50, 10_000, 1)).toBe(0)
    expect(blockAhead(120, 150, 10_000, 1)).toBe(1)
    expect(blockAhead(420, 450, 10_000, -1)).toBe(1)
    expect(blockAhead(20, 50, 10_000, -1)).toBeNull()
    expect(blockAhead(20, 50, 60, 1)).toBeNull()
  })
})

describe('the rows of a table', () => {
  it('are requested in blocks and cached', async () => {
    const { source, requests } = slowSource()
    const blocks = rowBlocks(source, [], null)
    blocks.setVisible(0, 30)
    expect(requests.map(({ window }) => [window.offset, window.limit])).toEqual([[0, BLOCK_ROWS]])
    expect(blocks.row(7)).toBeNull()
    await requests[0]?.answer()
    expect(blocks.row(7)).toEqual([7])
    blocks.setVisible(5, 35)
    expect(requests).toHaveLength(1)
  })

  it('are no longer loaded once they are out of view', () => {
    const { source, requests } = slowSource()
    const blocks = rowBlocks(source, [], null)
    blocks.setVisible(0, 30)
    blocks.setVisible(500_000, 500_030)
    expect(requests[0]?.signal.aborted).toBe(true)
    blocks.stop()
  })

  it('stay visible in their old order until the new one has loaded', async () => {
    const { source, requests } = slowSource()
    const before = rowBlocks(source, [], null)
    before.setVisible(0, 30)
    await requests[0]?.answer()
    const sorted = rowBlocks(source, [{ column: 0, descending: true }], before)
    sorted.setVisible(0, 30)
    expect(sorted.row(3)).toEqual([3])
    expect(requests[1]?.window.sort).toEqual([{ column: 0, descending: true }])
    await requests[1]?.answer()
    expect(sorted.row(3)).toEqual([3])
    expect(sorted.row(BLOCK_ROWS + 3)).toBeNull()
  })

  it('report a failed load, and are loaded again on retry', async () => {
    const { source, requests } = slowSource()
    const blocks = rowBlocks(source, [], null)
    blocks.setVisible(0, 30)
    await requests[0]?.fail()
    expect(blocks.failure()?.message).toBe('gone')
    blocks.setVisible(0, 31)
    expect(requests).toHaveLength(1)
    blocks.retry()
    expect(blocks.failure()).toBeNull()
    expect(requests).toHaveLength(2)
  })

  it('are visible before all are counted, and counted again on retry', async () => {
    const countCalls: { answer(total: number): void; fail(): void }[] = []
    const rowCounts: RowCount[] = []
    const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
    const source: RowSource = {
      key: 'r1 wanted',
      columns: [{ name: 'n', type: 'integer', source_type: 'int' }],
      rowCount: 1_000_000,
      load: ({ offset, limit }) =>
        Promise.resolve({ total: null, rows: Array.from({ length: limit }, (_, index) => [offset + index]) }),
      onRowCount: (counted) => rowCounts.push(counted),
      count: () => new Promise((answer, reject) => countCalls.push({ answer, fail: () => reject(new Error('gone')) })),
    }
    const blocks = rowBlocks(source, [], null)
    blocks.setVisible(0, 30)
    await settle()
    expect([blocks.row(7), blocks.total(), blocks.isCounting()]).toEqual([[7], BLOCK_ROWS, true])
    countCalls[0]?.fail()
    await settle()
    expect([blocks.failure()?.message, blocks.isCounting()]).toEqual(['gone', false])
    blocks.retry()
    countCalls[1]?.answer(5000)
    await settle()
    expect([blocks.failure(), blocks.total(), blocks.isCounting()]).toEqual([null, 5000, false])
    // A later window without a total does not change the count.
    blocks.setVisible(400, 430)
    await settle()
    expect([blocks.row(400), blocks.total(), countCalls.length]).toEqual([[400], 5000, 2])
    expect(rowCounts).toEqual([
      { rows: BLOCK_ROWS, isExact: false },
      { rows: 5000, isExact: true },
    ])
  })

  it('are loaded beyond the view for copying, in large parts', async () => {
    const { source, requests } = slowSource()
    const blocks = rowBlocks(source, [], null)
    blocks.setVisible(0, 30)
    await requests[0]?.answer()
    const copied = blocks.loadRows(10, 6000, new AbortController().signal)
    while (requests.length < 2) await Promise.resolve()
    await requests[1]?.answer()
    await requests[2]?.answer()
    const rows = await copied
    expect([rows.length, rows[0], rows.at(-1)]).toEqual([5991, [10], [6000]])
    expect(requests.slice(1).map(({ window }) => [window.offset, window.limit])).toEqual([
      [200, 5000],
      [5200, 801],
    ])
  })
})
