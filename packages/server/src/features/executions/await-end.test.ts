import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { type End, recentFirstRows, rememberEnd } from './await-end.ts'

const process = { memory: {} }

/** Remembers the end of an execution with a result in this file. */
function remember(file: string, rowCount: number, rows: Cell[][]): void {
  rememberEnd(process, { execution: { id: file }, result: { file, row_count: rowCount } } as End, rows)
}

describe('the first rows of a recent result', () => {
  it('are remembered if they are the whole first window', () => {
    remember('whole', 2, [[1], [2]])
    expect(recentFirstRows(process, 'whole')).toEqual([[1], [2]])
    remember('part', 3, [[1], [2]])
    expect(recentFirstRows(process, 'part')).toBeNull()
  })

  it('are not remembered if they are large', () => {
    remember('large', 1, [['x'.repeat(100_000)]])
    expect(recentFirstRows(process, 'large')).toBeNull()
  })

  it('are forgotten when there are many newer ones', () => {
    for (let n = 0; n < 130; n++) remember(`result ${n}`, 1, [[n]])
    expect(recentFirstRows(process, 'result 0')).toBeNull()
    expect(recentFirstRows(process, 'result 129')).toEqual([[129]])
  })
})
