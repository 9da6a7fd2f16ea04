import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import { stubbedSource } from '../../testing/stubbed-source.ts'
import url from './index.ts'

async function source(body: unknown, options: Record<string, unknown> = {}) {
  const stubbed = await stubbedSource(
    url,
    (stub) => ({ url: stub.url, ...options }),
    () => ({ body }),
  )
  return { ...stubbed, refusal: async (text: string) => (await stubbed.refusal(text)).message }
}

const document = {
  columns: [
    { name: 'id', friendly_name: 'id', type: 'integer' },
    { name: 'at', type: 'datetime' },
    { name: 'x', type: 'strange' },
  ],
  rows: [{ id: 1, at: '2024-01-01T00:00:00Z', x: { a: 1 } }, { id: 2 }],
}

describe('a source of result documents', () => {
  it('returns the document as it is', async () => {
    const { run, stub } = await source(document)
    const result = await run(' /reports/daily?format=rows ')
    expect(result.columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'integer'],
      ['at', 'datetime'],
      ['x', null],
    ])
    expect(await rowsOf(result)).toEqual([
      [1n, '2024-01-01T00:00:00Z', '{"a":1}'],
      [2n, null, null],
    ])
    expect(stub.calls[0]?.path).toBe('/reports/daily')
  })

  it('accepts absolute URLs only without a base', async () => {
    const { refusal, stub } = await source(document)
    expect(await refusal('http://example.com/x')).toBe(`Accepting only relative URLs to '${stub.url}'`)
    expect((await (await source(document, { url: '' })).read(`${stub.url}/x`)).rows).toHaveLength(2)
  })

  it('reports what is wrong with a response', async () => {
    const empty = await source('')
    expect(await empty.refusal('/x')).toBe(`Got empty response from '${empty.stub.url}/x'.`)
    expect(await (await source('[1]')).refusal('/x')).toBe(
      'The response is not a result document: {"columns": [{"name", "type"}], "rows": [{…}]}.',
    )
    expect(await (await source('<html>')).refusal('/x')).toMatch(/^The response is not valid JSON: /)
  })
})
