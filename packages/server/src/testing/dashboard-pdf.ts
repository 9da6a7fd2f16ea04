import { expect } from 'vitest'
import type { TestClient } from './client.ts'
import { readPdf } from './pdf-text.ts'

/** Gets a PDF by a POST. @returns the response, and what the document contains */
export async function pdfOf(client: TestClient, path: string, body: object = {}) {
  const response = await client.fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(200)
  return { response, ...(await readPdf(new Uint8Array(await response.arrayBuffer()))) }
}
