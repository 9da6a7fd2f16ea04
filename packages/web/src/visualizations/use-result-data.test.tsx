import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type LoadData, useResultData } from './use-result-data.ts'
import type { Needs, ResultData } from './visualization.ts'

const needs: Needs = { kind: 'columns', columns: ['n'], extreme: null }
const data: ResultData = { kind: 'columns', columns: [], total: 7, shown: 0, values: [] }

function DataProbe({ load, wanted = needs }: { load: LoadData; wanted?: Needs }) {
  const { loaded, isLoading } = useResultData(load, wanted, 'key')
  const total = loaded?.data.kind === 'columns' ? loaded.data.total : 'nothing'
  return `${isLoading ? 'loading' : 'done'}, ${total}`
}
const never = () => new Promise<ResultData>(() => {})

describe('the data of a visualization', () => {
  it('is part of the first render if it is available synchronously', () => {
    const load = Object.assign(never, { atHand: () => data })
    expect(renderToStaticMarkup(<DataProbe load={load} />)).toBe('done, 7')
  })

  it('is loaded asynchronously otherwise', () => {
    expect(renderToStaticMarkup(<DataProbe load={() => never()} />)).toBe('loading, nothing')
    const load = Object.assign(() => never(), { atHand: () => null })
    expect(renderToStaticMarkup(<DataProbe load={load} />)).toBe('loading, nothing')
  })

  it('is empty without a request while no columns are chosen', () => {
    const load = () => {
      throw new Error('Nobody is asked.')
    }
    expect(renderToStaticMarkup(<DataProbe load={load} wanted={{ ...needs, columns: [] }} />)).toBe('done, 0')
  })
})
