import { describe, expect, it } from 'vitest'
import { attachable } from './report-pdf.ts'

describe('a PDF for a mail', () => {
  it('is attached if it has at most 10 MB, and otherwise the report says where to get it (OPEN-265)', () => {
    const bytes = new Uint8Array(10 * 1024 * 1024)
    expect('file' in attachable('Sales.pdf', bytes)).toBe(true)
    expect(attachable('Sales.pdf', new Uint8Array(bytes.length + 1))).toEqual({
      remark: 'The PDF is not attached because it is larger than 10 MB. You can export it from the dashboard.',
    })
  })
})
