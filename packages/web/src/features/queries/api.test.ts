import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeQuery, queryListQuery, recentQueriesQuery } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

it('refuses to change fields of a query that was never saved, without sending a request (OPEN-52)', async () => {
  const send = vi.fn()
  vi.stubGlobal('fetch', send)
  await expect(changeQuery(null, { is_draft: false })).rejects.toThrow('Save the whole query first.')
  expect(send).not.toHaveBeenCalled()
})

/** Responses by search term, resolved by the test. */
const responses = new Map<string, PromiseWithResolvers<Response>>()
let client: QueryClient

beforeEach(() => {
  responses.clear()
  client = new QueryClient()
  vi.stubGlobal('document', { baseURI: 'http://localhost/', cookie: '' })
  vi.stubGlobal('fetch', (url: string) => {
    const response = Promise.withResolvers<Response>()
    responses.set(new URL(url, 'http://localhost').searchParams.get('q') ?? '', response)
    return response.promise
  })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const page = (name: string) => Response.json({ count: 1, page: 1, page_size: 20, results: [{ id: 1, name }] })
const request = (q: string) => ({ page: '1', page_size: '20', order: undefined, q, tags: undefined })

describe('a searched list', () => {
  it('shows the newest search, even if the response to an older one arrives later or fails (LIST-14)', async () => {
    const observer = new QueryObserver(client, queryListQuery('list', request('sal')))
    const shown: (string | undefined)[] = []
    const errors: unknown[] = []
    const stop = observer.subscribe(({ data, error }) => {
      shown.push(data?.results[0]?.name)
      if (error !== null) errors.push(error)
    })
    observer.setOptions(queryListQuery('list', request('sales')))
    observer.setOptions(queryListQuery('list', request('sales by day')))
    responses.get('sales by day')?.resolve(page('Sales by day'))
    await expect.poll(() => shown.at(-1)).toBe('Sales by day')
    responses.get('sal')?.resolve(page('Salaries'))
    responses.get('sales')?.reject(new TypeError('Failed to fetch'))
    // A later request has its response after both.
    const late = client.fetchQuery(queryListQuery('list', request('late')))
    responses.get('late')?.resolve(page('Late'))
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
