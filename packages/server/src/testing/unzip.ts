import { inflateRawSync } from 'node:zlib'

/** The text files of a ZIP archive by name, read from its central directory. */
export function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const compressed = archive.readUInt32LE(at + 20)
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = inflateRawSync(archive.subarray(start, start + compressed))
    if (content.length !== archive.readUInt32LE(at + 24)) throw new Error(`${name} is not as long as the directory says.`)
    files.set(name, content.toString('utf8'))
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

/** The cells of a workbook's sheet, as Excel reads them. */
export function sheetOf(parts: Map<string, string>): (string | number | boolean | null)[][] {
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  return [...sheet.matchAll(/<row>([\s\S]*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c( t="\w+")?(?: s="\d")?>([\s\S]*?)<\/c>/g)].map(([, type, content]) => {
      if (content === undefined) return null
      const value = content
        .replace(/<[^>]*>/g, '')
        // A parser of XML reads every line end as a line feed.
        .replace(/\r\n?/g, '\n')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
        .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      if (type === undefined) return Number(value)
      return type.includes('"b"') ? value === '1' : value
    }),
  )
}
