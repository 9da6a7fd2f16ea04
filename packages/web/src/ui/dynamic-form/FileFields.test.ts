import { expect, it } from 'vitest'
import { readAsBase64 } from './FileFields.tsx'

it('reads a file as base64, whatever its bytes and length (DS-17)', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256)
  expect(await readAsBase64(new Blob([bytes]))).toBe(Buffer.from(bytes).toString('base64'))
})
