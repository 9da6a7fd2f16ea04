import { describe, expect, it } from 'vitest'
import { downloadUrls, useAnalyst } from '../../../testing/analyst.ts'

const here = useAnalyst()
const { stored } = here

describe('a download with exact or displayed values', () => {
  const AT = `select timestamptz '2024-05-01 23:30:00.123456+00' as at, 'NaN'::float8 as f, null as n, '' as s`
  const fileText = async (path: string) => (await here.ada.get<string>(path)).body

  it('has them under each URL, and the values of the API without the option (DL-17, DL-18, DL-19, DL-20)', async () => {
    const made = await stored(AT)
    for (const path of downloadUrls(made, 'csv')) {
      expect(await fileText(path)).toBe('at,f,n,s\r\n2024-05-01 23:30,,,\r\n')
      expect(await fileText(`${path}?values=exact`)).toBe('at,f,n,s\r\n2024-05-01T23:30:00.123456Z,NaN,,""\r\n')
      expect(await fileText(`${path}?values=exact&time_zone=Asia/Kolkata`)).toContain('2024-05-02T05:00:00.123456+05:30,NaN')
      expect(await fileText(`${path}?values=displayed&time_zone=Asia/Kolkata`)).toContain('2024-05-02 05:00,NaN,,')
    }
    const rowsOf = async (path: string) =>
      (await here.ada.get<{ query_result: { data: { rows: unknown[] } } }>(path)).body.query_result.data.rows
    for (const path of downloadUrls(made, 'json')) {
      expect(await rowsOf(path)).toEqual([{ at: '2024-05-01T23:30:00.123Z', f: null, n: null, s: '' }])
      expect(await rowsOf(`${path}?values=exact`)).toEqual([{ at: '2024-05-01T23:30:00.123456Z', f: 'NaN', n: null, s: '' }])
      expect(await rowsOf(`${path}?values=displayed`)).toEqual([{ at: '2024-05-01 23:30', f: 'NaN', n: null, s: '' }])
    }
  })

  it('uses the time zone of the organization if none is given, also for a file that is cached (DL-20)', async () => {
    const { id } = await stored(`${AT} where 1 = 1`)
    const path = `/api/query_results/${id}.csv?values=displayed`
    expect(await fileText(path)).toContain('2024-05-01 23:30')
    const before = (await here.ada.fetch(path)).headers.get('etag')
    await here.server.admin.post('/api/settings/organization', { time_zone: 'Asia/Kolkata' })
    try {
      expect(await fileText(path)).toContain('2024-05-02 05:00')
      expect((await here.ada.fetch(path)).headers.get('etag')).not.toBe(before)
    } finally {
      await here.server.admin.post('/api/settings/organization', { time_zone: 'UTC' })
    }
  })

  it('is refused in one sentence for options that do not fit', async () => {
    const { id } = await stored('select 1 as n')
    for (const [file, message] of [
      ['csv?values=exact&time_zone=Mars/Base', '"Mars/Base" is not the name of a time zone, such as Europe/Berlin.'],
      ['csv?time_zone=UTC', 'The option "time_zone" needs the option "values".'],
      ['parquet?values=displayed', 'A Parquet file always has exact values: the option "values" cannot be "displayed".'],
    ])
      expect(await here.ada.get(`/api/query_results/${id}.${file}`)).toMatchObject({ status: 400, body: { message } })
    expect((await here.ada.get(`/api/query_results/${id}.csv?values=some`)).status).toBe(400)
    expect((await here.ada.fetch(`/api/query_results/${id}.parquet?values=exact`)).status).toBe(200)
  })
})
