import { readdirSync, readlinkSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Query } from '@sightline/contract/queries.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { downloadUrls, MANY, MANY_ROWS, TYPES, useAnalyst } from '../../../testing/analyst.ts'
import { sheetOf, unzip } from '../../../testing/unzip.ts'

const here = useAnalyst()
const { begun, stored, fileOf } = here

describe('a CSV download for Excel', () => {
  it('is marked as UTF-8 and guards texts that look like formulas, while numbers stay', async () => {
    const hostile = await stored(`select '=1+1' as "+name", -5 as n, '東京' as place`)
    for (const path of downloadUrls(hostile, 'csv')) {
      const response = await here.ada.fetch(`${path}?excel=1`)
      expect(response.headers.get('content-type')).toBe('text/csv; charset=UTF-8')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.toString('utf8')).toBe("\uFEFF'+name,n,place\r\n'=1+1,-5,東京\r\n")
      expect((await here.ada.get(path)).body).toBe('+name,n,place\r\n=1+1,-5,東京\r\n')
      expect((await here.ada.get(`${path}?excel=0`)).body).toBe('+name,n,place\r\n=1+1,-5,東京\r\n')
    }
    const tsv = await here.ada.fetch(`/api/query_results/${hostile.id}.tsv?excel=true`)
    expect(Buffer.from(await tsv.arrayBuffer())).toEqual(Buffer.from("\uFEFF'+name\tn\tplace\r\n'=1+1\t-5\t東京\r\n"))
  })

  it('is refused in one sentence for other types and for values that are not boolean', async () => {
    const { id } = await stored('select 1 as n')
    for (const type of ['json', 'xlsx', 'parquet'])
      expect(await here.ada.get(`/api/query_results/${id}.${type}?excel=1`)).toMatchObject({
        status: 400,
        body: { message: `The option "excel" is for csv and tsv, and not for ${type}.` },
      })
    expect(await here.ada.get(`/api/query_results/${id}.csv?excel=perhaps`)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^"excel" is not valid: /) },
    })
  })
})

describe('a download', () => {
  it.each(TYPES)('is described by HEAD without being made: %s', async (type) => {
    const some = await stored(`select 1 as "of ${type}"`)
    for (const path of downloadUrls(some, type)) {
      const head = await here.ada.fetch(path, { method: 'HEAD' })
      const got = await here.ada.fetch(path)
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
      for (const name of ['content-type', 'content-disposition', 'etag', 'cache-control'])
        expect(head.headers.get(name)).toBe(got.headers.get(name))
      const bytes = (await got.arrayBuffer()).byteLength
      if (type === 'parquet')
        expect([head.headers.get('content-length'), got.headers.get('content-length')]).toEqual([`${bytes}`, `${bytes}`])
    }
    expect((await here.ada.fetch('/api/query_results/999999.csv', { method: 'HEAD' })).status).toBe(404)
  })

  it.each(TYPES)('is not sent again to clients that have it: %s', async (type) => {
    const some = await stored(`select 2 as "of ${type}"`)
    for (const path of [`/api/query_results/${some.id}.${type}`, `/api/queries/${some.query.id}/results.${type}`]) {
      const tag = (await here.ada.fetch(path)).headers.get('etag') ?? ''
      expect(tag).toMatch(/^W\/"/)
      for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*'])
        for (const method of ['GET', 'HEAD']) {
          const again = await here.ada.fetch(path, { method, headers: { 'if-none-match': known } })
          expect([again.status, await again.text()]).toEqual([304, ''])
          expect(again.headers.get('etag')).toBe(tag)
          expect(again.headers.get('cache-control')).toBe('private, no-cache')
          expect(again.headers.get('vary')).toMatch(/^Cookie, Authorization, Origin/)
        }
      expect((await here.ada.fetch(path, { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200)
    }
  })

  it.each(['gzip', 'zstd'])('is compressed as the client accepts it: %s', async (coding) => {
    const { id } = await stored(`select repeat('many words ', 500) as words, '${coding}' as coding`)
    const undo = coding === 'gzip' ? gunzipSync : zstdDecompressSync
    for (const type of ['json', 'csv']) {
      const plain = await bytesOf(`/api/query_results/${id}.${type}`, 'identity')
      // Twice: encoded and compressed for the first request, from the cache for the second.
      for (let round = 0; round < 2; round++) {
        const { headers, bytes } = await bytesOf(`/api/query_results/${id}.${type}`, coding)
        expect(headers['content-encoding']).toBe(coding)
        expect(headers.vary).toContain('accept-encoding')
        expect(headers['content-length']).toBe(String(bytes.length))
        expect(undo(bytes)).toEqual(plain.bytes)
      }
    }
  })

  it.each([
    ['東京 — прибыль', '__', '%E6%9D%B1%E4%BA%AC_%E2%80%94_%D0%BF%D1%80%D0%B8%D0%B1%D1%8B%D0%BB%D1%8C_'],
    ['שלום عالم', '_', '%D7%A9%D7%9C%D7%95%D7%9D_%D8%B9%D8%A7%D9%84%D9%85_'],
    ['Prix “été” 😀', 'Prix_ete_', 'Prix_%E2%80%9C%C3%A9t%C3%A9%E2%80%9D_%F0%9F%98%80_'],
  ])('has a name in any script: %s', async (name, folded, encoded) => {
    const { query, id } = await stored('select 3 as n', name)
    for (const type of TYPES) {
      const { headers } = await here.ada.fetch(`/api/queries/${query.id}/results/${id}.${type}`, { method: 'HEAD' })
      const disposition = headers.get('content-disposition') ?? ''
      expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*\d{4}_\d\d_\d\d\.\w+"; filename\*=UTF-8''/)
      expect(disposition).toContain(`filename="${folded}_20`)
      expect(disposition).toContain(`filename*=UTF-8''${encoded}`)
      expect(disposition.endsWith(`.${type}`)).toBe(true)
    }
  })

  it('is refused in one sentence if the result exceeds an Excel sheet, and is complete in other types (DL-07)', async () => {
    const { id } = await stored(`select 'short' as note union all select repeat('y', 40000)`)
    const sentence =
      'An Excel cell has room for 32,767 characters; row 2 of "note" has more. Download it as CSV or Parquet instead.'
    const refused = await here.ada.get(`/api/query_results/${id}.xlsx`)
    expect(refused).toMatchObject({ status: 400, body: { message: sentence } })
    expect(refused.headers.get('cache-control')).toBeNull()
    expect((await here.ada.fetch(`/api/query_results/${id}.xlsx`, { method: 'HEAD' })).status).toBe(400)
    expect((await here.ada.get<string>(`/api/query_results/${id}.csv`)).body).toHaveLength(
      'note\r\nshort\r\n\r\n'.length + 40_000,
    )
  })
})

/** The response as it is sent, still compressed. */
async function bytesOf(path: string, coding: string) {
  const response = await begun(path, { 'accept-encoding': coding })
  return { headers: response.headers, bytes: await buffer(response) }
}

describe('a download of many rows', () => {
  let many: { query: Query; id: number }
  beforeAll(async () => {
    many = await stored(MANY)
  })

  it('has all of them in each type (DL-06, DL-07, DL-08)', async () => {
    const csv = await here.ada.get<string>(`/api/query_results/${many.id}.csv`)
    expect(csv.body.split('\r\n')).toHaveLength(MANY_ROWS + 2)
    const json = await here.ada.get<{ query_result: { data: { rows: unknown[] } } }>(`/api/query_results/${many.id}.json`)
    expect(json.body.query_result.data.rows).toHaveLength(MANY_ROWS)
    const xlsx = await here.ada.fetch(`/api/query_results/${many.id}.xlsx`)
    const rows = sheetOf(unzip(Buffer.from(await xlsx.arrayBuffer())))
    expect([rows.length, rows[0]]).toEqual([MANY_ROWS + 1, ['hash']])
  })

  it('waits for a client that stops reading, and continues with it', async () => {
    const response = await begun(`/api/query_results/${many.id}.csv`)
    response.pause()
    // Gives the server time for whatever it would still do.
    for (let n = 0; n < 30; n++) await here.ada.get(`/api/query_results/${many.id}/window?offset=${n}&limit=1`)
    const whole = (await begun(`/api/query_results/${many.id}.csv`)).pipe(await counting())
    await new Promise((resolve) => whole.once('finish', resolve))
    expect(response.socket.bytesRead).toBeLessThan(whole.bytes / 2)
    expect((await buffer(response)).length).toBe(whole.bytes)
  })

  it.each(TYPES)('leaves nothing behind if the client disconnects midway: %s', async (type) => {
    const linesBefore = here.server.log.length
    const { name } = await fileOf(many.id)
    for (const coding of ['identity', 'gzip']) {
      const response = await begun(`/api/query_results/${many.id}.${type}`, { 'accept-encoding': coding })
      await new Promise((resolve) => response.once('data', resolve))
      response.destroy()
    }
    // A read that is already running finishes first.
    await expect.poll(() => openFiles(name)).toEqual([])
    expect((await here.ada.get(`/api/query_results/${many.id}/window?limit=1`)).status).toBe(200)
    expect(here.server.log.slice(linesBefore)).toEqual([])
  })
})

async function counting() {
  const { Writable } = await import('node:stream')
  const sink = Object.assign(
    new Writable({
      write(chunk: Buffer, _, done) {
        sink.bytes += chunk.length
        done()
      },
    }),
    { bytes: 0 },
  )
  return sink
}

/** Open files of this process, which is the server's too, that have this name (proc(5)). */
function openFiles(name: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.endsWith(name) ? [path] : []
    } catch {
      // Closed since the listing.
      return []
    }
  })
}
