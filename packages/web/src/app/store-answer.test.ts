import { setImmediate as allMicrotasks } from 'node:timers/promises'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeAnswer, storeAnswerInAll } from './store-answer.ts'

interface Item {
  name: string
  isPaused: boolean
}

/** Requests of a page that have not been answered yet, oldest first. */
let pending: PromiseWithResolvers<unknown>[]
let cache: QueryClient

beforeEach(() => {
  pending = []
  cache = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
})
afterEach(() => cache.clear())

/** Shows an item as a page does: it is loaded now, and again when it is invalidated. */
function show(queryKey: readonly string[]): void {
  const queryFn = () => {
    const request = Promise.withResolvers<unknown>()
    pending.push(request)
    return request.promise
  }
  new QueryObserver(cache, { queryKey, queryFn }).subscribe(() => undefined)
}

/** Answers a request and waits until the cache has taken the answer, or has ignored it. */
async function answer(index: number, data: unknown): Promise<void> {
  pending[index]?.resolve(data)
  await allMicrotasks()
}

const first: Item = { name: 'Sales', isPaused: false }
const KEY = ['items', 'one']

describe('the answer of a change', () => {
  it('is not overwritten by a request that was sent before the change (OPEN-510)', async () => {
    show(KEY)
    await answer(0, first)
    void cache.invalidateQueries({ queryKey: KEY })
    expect(pending).toHaveLength(2)

    await storeAnswer(cache, KEY, { ...first, isPaused: true })
    await answer(1, first)

    expect(cache.getQueryData(KEY)).toEqual({ name: 'Sales', isPaused: true })
  })

  it('is completed by a new request in place of the cancelled one, for what else has changed (OPEN-510)', async () => {
    show(KEY)
    await answer(0, first)
    void cache.invalidateQueries({ queryKey: KEY })

    await storeAnswer(cache, KEY, { ...first, isPaused: true })
    expect(pending).toHaveLength(3)
    await answer(2, { name: 'Sales of 2024', isPaused: true })

    expect(cache.getQueryData(KEY)).toEqual({ name: 'Sales of 2024', isPaused: true })
  })

  it('sends no request if none was on its way (OPEN-510)', async () => {
    show(KEY)
    await answer(0, first)

    await storeAnswer(cache, KEY, (now: unknown) => now && { ...first, isPaused: true })

    expect(pending).toHaveLength(1)
    expect(cache.getQueryData(KEY)).toEqual({ name: 'Sales', isPaused: true })
  })

  it('that is only a part leaves the first load of the whole to a new request (OPEN-510)', async () => {
    show(KEY)

    await storeAnswer(cache, KEY, (now: unknown) => now && { ...first, isPaused: true })
    await answer(0, first)
    expect(cache.getQueryData(KEY)).toBeUndefined()
    await answer(1, { ...first, isPaused: true })

    expect(cache.getQueryData(KEY)).toEqual({ name: 'Sales', isPaused: true })
  })

  it('leaves data that must be loaded again to its next load (OPEN-510)', async () => {
    cache.setQueryData(KEY, first)
    await cache.invalidateQueries({ queryKey: KEY })

    await storeAnswer(cache, KEY, (now: unknown) => now && { ...first, isPaused: true })

    expect(cache.getQueryState(KEY)).toMatchObject({ data: { isPaused: true }, isInvalidated: true })
  })

  it('cancels no request of a longer key (OPEN-510)', async () => {
    show([...KEY, 'details'])

    await storeAnswer(cache, KEY, first)
    await answer(0, 'Details')

    expect(pending).toHaveLength(1)
    expect(cache.getQueryData([...KEY, 'details'])).toBe('Details')
  })

  it('that concerns many lists cancels and repeats those that are being loaded, and no other (OPEN-510)', async () => {
    show(['items', 'lists', 'first page'])
    await answer(0, ['Sales', 'Costs'])
    show(['items', 'lists', 'second page'])
    show(['other'])

    const withoutSales = (data: unknown) => (Array.isArray(data) ? data.filter((name) => name !== 'Sales') : data)
    await storeAnswerInAll(cache, ['items'], withoutSales)

    expect(cache.getQueryData(['items', 'lists', 'first page'])).toEqual(['Costs'])
    expect(pending).toHaveLength(4)
    await answer(1, ['Sales'])
    expect(cache.getQueryData(['items', 'lists', 'second page'])).toBeUndefined()
    await answer(3, ['Rent'])
    expect(cache.getQueryData(['items', 'lists', 'second page'])).toEqual(['Rent'])
  })
})
