import { expect, it } from 'vitest'
import { readAsBase64 } from './FileFields.tsx'

it('a file of any bytes and length is read as base64 (DS-17)', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256)
  expect(await readAsBase64(new Blob([bytes]))).toBe(Buffer.from(bytes).toString('base64'))
})
