import type { AdminDataSource, Upload } from '@sightline/contract/data-sources.ts'
import { JobStatus } from '@sightline/contract/executions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function upload(name: string, content: string): Promise<{ status: number; body: Upload & { message?: string } }> {
  const response = await server.admin.fetch(`/api/uploads?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: content,
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

describe('an uploaded file', () => {
  it('becomes a table that can be queried', async () => {
    const { body: file } = await upload('Orders.csv', 'id,total\n1,2.5\n2,4\n')
    expect(file).toMatchObject({ name: 'Orders.csv', tables: [{ name: 'orders', rows: 2 }] })

    const { body: source } = await server.admin.post<AdminDataSource>('/api/data_sources', {
      name: 'My files',
      type: 'files',
      options: { files: [{ upload: file.id, name: file.name }] },
    })
    const { body } = await server.admin.post<{ job: { status: number; error: string }; window: { rows: unknown[][] } }>(
      '/api/query_results',
      { data_source_id: source.id, query: 'SELECT sum(total) AS total FROM orders', max_age: 0, wait: 20_000 },
    )
    expect(body.job).toMatchObject({ status: JobStatus.done, error: '' })
    expect(body.window.rows).toEqual([[6.5]])
  })

  it('is refused with a sentence if its format is not supported', async () => {
    expect(await upload('photo.png', 'x')).toMatchObject({
      status: 400,
      body: {
        message: '"photo.png" is of a type that cannot be imported. Upload a CSV, TSV, JSON, Parquet or Excel (.xlsx) file.',
      },
    })
  })
})
