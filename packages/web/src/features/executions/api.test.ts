import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkDownload, downloadPath } from './api.ts'

describe('the URL of a download', () => {
  it('contains query and result for a saved query (DL-02)', () => {
    expect(downloadPath(12, 904, { fileType: 'xlsx' })).toBe('api/queries/12/results/904.xlsx')
  })

  it('contains only the result for an unsaved query (DL-03)', () => {
    expect(downloadPath(null, 904, { fileType: 'json' })).toBe('api/query_results/904.json')
  })

  it('is that of a CSV file by default (DL-04)', () => {
    expect(downloadPath(12, 904)).toBe('api/queries/12/results/904.csv')
  })

  it('contains the API key of an embed (DL-05)', () => {
    expect(downloadPath(12, 904, { apiKey: 'a&b' })).toBe('api/queries/12/results/904.csv?api_key=a%26b')
  })

  it('shows with the values of the run that a key may read the result (DL-05)', () => {
    expect(downloadPath(12, 904, { apiKey: 'k', parameters: { day: '2026-01-01' } })).toBe(
      'api/queries/12/results/904.csv?parameters=%7B%22day%22%3A%222026-01-01%22%7D&api_key=k',
    )
    expect(downloadPath(12, 904, { apiKey: 'k', parameters: {} })).toBe('api/queries/12/results/904.csv?api_key=k')
  })

  it('requests CSV for Excel with a search parameter', () => {
    expect(downloadPath(12, 904, { isForExcel: true })).toBe('api/queries/12/results/904.csv?excel=1')
  })

  it('names the form of the values and the time zone, except for Parquet (DL-17, DL-20)', () => {
    const values = { form: 'exact', timeZone: 'Asia/Kolkata' } as const
    expect(downloadPath(12, 904, { values })).toBe('api/queries/12/results/904.csv?values=exact&time_zone=Asia%2FKolkata')
    expect(downloadPath(12, 904, { values, fileType: 'parquet' })).toBe('api/queries/12/results/904.parquet')
  })
})

describe('a download that would fail', () => {
  afterEach(() => vi.unstubAllGlobals())
  const server = (status: number, body: unknown) =>
    vi.stubGlobal('fetch', (_: string, { method }: RequestInit) =>
      Promise.resolve(new Response(method === 'HEAD' ? null : JSON.stringify(body), { status })),
    )

  it('is reported with the error message of the server', async () => {
    server(400, { message: 'A sheet of Excel holds 16,384 columns.', code: 'invalid_input' })
    await expect(checkDownload('/api/query_results/1.xlsx')).rejects.toMatchObject({
      status: 400,
      message: 'A sheet of Excel holds 16,384 columns.',
    })
  })

  it('is not reported if the server would send the file', async () => {
    server(200, {})
    await expect(checkDownload('/api/query_results/1.csv')).resolves.toBeUndefined()
  })

  it('is reported if the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(checkDownload('/api/query_results/1.csv')).rejects.toMatchObject({ status: 0 })
  })
})
