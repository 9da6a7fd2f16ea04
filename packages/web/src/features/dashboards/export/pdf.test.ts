import { describe, expect, it } from 'vitest'
import { pdfOf } from './pdf.ts'

const textOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).toString('latin1')

describe('pdfOf', () => {
  it('makes a page of the size of the image, keeps the JPEG bytes, and lists the offset of every object', async () => {
    const bytes = Uint8Array.from([0xff, 0xd8, 0x00, 0x29, 0xff, 0xd9])
    const pdf = await textOf(pdfOf({ bytes, width: 2880, height: 1800 }, 2, 'Häfen (a)'))
    expect(pdf.startsWith('%PDF-1.7\n')).toBe(true)
    // 1440 by 900 pixels of the page are 15 by 9.375 inches.
    expect(pdf).toContain('/MediaBox [0 0 1080.00 675.00]')
    expect(pdf).toContain('/Width 2880 /Height 1800')
    expect(pdf).toContain(`/Length 6 >>\nstream\n${Buffer.from(bytes).toString('latin1')}\nendstream`)
    expect(pdf).toContain('/Title <feff004800e4006600650')
    const table = Number(/startxref\n(\d+)/.exec(pdf)?.[1])
    expect(pdf.slice(table, table + 5)).toBe('xref\n')
    const starts = [...pdf.slice(table).matchAll(/^(\d{10}) 00000 n /gm)].map(([, start]) => Number(start))
    expect(starts).toHaveLength(6)
    starts.forEach((start, index) => {
      expect(pdf.slice(start).startsWith(`${index + 1} 0 obj\n`)).toBe(true)
    })
  })

  it('scales down an image that is higher than a page can be', async () => {
    const pdf = await textOf(pdfOf({ bytes: Uint8Array.of(1), width: 1000, height: 50_000 }, 1, ''))
    expect(pdf).toContain('/MediaBox [0 0 288.00 14400.00]')
  })
})
