/** A JPEG file and its size in image pixels. */
export interface Jpeg {
  bytes: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

/** Points (1/72 inch) per CSS pixel (1/96 inch). */
const POINTS_PER_PIXEL = 0.75
/** The largest width and height of a page, points (PDF 1.7, annex C). */
const MAX_SIDE = 14_400

/**
 * A PDF whose only page is an image.
 * @param pixelRatio image pixels per CSS pixel
 */
export function pdfOf({ bytes, width, height }: Jpeg, pixelRatio: number, title: string): Blob {
  const scale = Math.min(POINTS_PER_PIXEL / pixelRatio, MAX_SIDE / width, MAX_SIDE / height)
  const [pageWidth, pageHeight] = [width * scale, height * scale].map((side) => side.toFixed(2))
  const content = `q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /Picture Do Q`
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`
  const objects: Parts[] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Contents 4 0 R /Resources << /XObject << /Picture 5 0 R >> >> >>`,
    ],
    [`<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
    [`<< ${image} /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream'],
    [`<< /Title <${utf16Hex(title)}> >>`],
  ]
  return new Blob(fileOf(objects), { type: 'application/pdf' })
}

type Parts = (string | Uint8Array<ArrayBuffer>)[]

/** The objects, followed by the cross-reference table with their offsets. */
function fileOf(objects: readonly Parts[]): Parts {
  const file: Parts = ['%PDF-1.7\n']
  let length = lengthOf(file)
  const starts = objects.map((parts, index) => {
    const start = length
    const object = [`${index + 1} 0 obj\n`, ...parts, '\nendobj\n']
    file.push(...object)
    length += lengthOf(object)
    return start
  })
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  file.push(
    `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
  )
  return file
}

const lengthOf = (parts: Parts) => parts.reduce((sum, part) => sum + part.length, 0)

/** PDF strings outside of Latin-1 are UTF-16 with a byte order mark. */
const utf16Hex = (text: string) =>
  `feff${Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}`
