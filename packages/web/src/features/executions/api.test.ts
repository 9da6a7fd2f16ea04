import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkDownload, downloadPath } from './api.ts'

describe('the address of a download', () => {
  it('names query and result for a saved query (DL-02)', () => {
    expect(downloadPath(12, 904, { fileType: 'xlsx' })).toBe('api/queries/12/results/904.xlsx')
  })

  it('names the result alone for an unsaved query (DL-03)', () => {
    expect(downloadPath(null, 904, { fileType: 'json' })).toBe('api/query_results/904.json')
  })

  it('is of a csv file unless told otherwise (DL-04)', () => {
    expect(downloadPath(12, 904)).toBe('api/queries/12/results/904.csv')
  })

  it('carries the key of an embed (DL-05)', () => {
    expect(downloadPath(12, 904, { apiKey: 'a&b' })).toBe('api/queries/12/results/904.csv?api_key=a%26b')
  })

  it('asks for a file that Excel opens as it is meant', () => {
    expect(downloadPath(12, 904, { isForExcel: true })).toBe('api/queries/12/results/904.csv?excel=1')
  })
})

describe('a download that would fail', () => {
  afterEach(() => vi.unstubAllGlobals())
  const server = (status: number, body: unknown) =>
    vi.stubGlobal('fetch', (_: string, { method }: RequestInit) =>
      Promise.resolve(new Response(method === 'HEAD' ? null : JSON.stringify(body), { status })),
    )

  it('is told in the words of the server', async () => {
    server(400, { message: 'A sheet of Excel holds 16,384 columns.', code: 'invalid_input' })
    await expect(checkDownload('/api/query_results/1.xlsx')).rejects.toMatchObject({
      status: 400,
      message: 'A sheet of Excel holds 16,384 columns.',
    })
  })

  it('is none when the server would send it', async () => {
    server(200, {})
    await expect(checkDownload('/api/query_results/1.csv')).resolves.toBeUndefined()
  })

  it('is told when there is no server to ask', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(checkDownload('/api/query_results/1.csv')).rejects.toMatchObject({ status: 0 })
  })
})
