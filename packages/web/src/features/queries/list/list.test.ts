import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryListQuery, recentQueriesQuery } from './api.ts'

/** Answers by the term they are for, given when the test wants them. */
const asked = new Map<string, PromiseWithResolvers<Response>>()
let client: QueryClient

beforeEach(() => {
  asked.clear()
  client = new QueryClient()
  vi.stubGlobal('document', { baseURI: 'http://localhost/', cookie: '' })
  vi.stubGlobal('fetch', (address: string) => {
    const answer = Promise.withResolvers<Response>()
    asked.set(new URL(address, 'http://localhost').searchParams.get('q') ?? '', answer)
    return answer.promise
  })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const page = (name: string) => Response.json({ count: 1, page: 1, page_size: 20, results: [{ id: 1, name }] })
const request = (q: string) => ({ page: '1', page_size: '20', order: undefined, q, tags: undefined })

describe('a list that is searched', () => {
  it('keeps to the newest search, however late the answer to an older one comes, or fails (LIST-14)', async () => {
    const observer = new QueryObserver(client, queryListQuery('list', request('sal')))
    const shown: (string | undefined)[] = []
    const errors: unknown[] = []
    const stop = observer.subscribe(({ data, error }) => {
      shown.push(data?.results[0]?.name)
      if (error !== null) errors.push(error)
    })
    observer.setOptions(queryListQuery('list', request('sales')))
    observer.setOptions(queryListQuery('list', request('sales by day')))
    asked.get('sales by day')?.resolve(page('Sales by day'))
    await expect.poll(() => shown.at(-1)).toBe('Sales by day')
    asked.get('sal')?.resolve(page('Salaries'))
    asked.get('sales')?.reject(new TypeError('Failed to fetch'))
    // What is asked after both has been answered after both.
    const late = client.fetchQuery(queryListQuery('list', request('late')))
    asked.get('late')?.resolve(page('Late'))
    await late
    expect(observer.getCurrentResult().data?.results[0]?.name).toBe('Sales by day')
    expect(shown).not.toContain('Salaries')
    expect(errors).toEqual([])
    stop()
  })
})

it('leaves drafts out of the recent queries of a picker (CTRL-17, API-07)', () => {
  const query = { id: 1, is_draft: true }
  expect(recentQueriesQuery.select?.([query, { id: 2, is_draft: false }] as never)).toEqual([{ id: 2, is_draft: false }])
})
