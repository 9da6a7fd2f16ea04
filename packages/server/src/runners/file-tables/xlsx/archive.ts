import type { Readable } from 'node:stream'
import { type SaxesAttributePlain, SaxesParser, type SaxesTagPlain } from 'saxes'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { QueryError } from '../../runner.ts'

/** XML compresses well, but not a thousandfold: a part that claims more is an attempt to fill the disk. */
const MAX_PART_BYTES = 4 * 1024 ** 3

/** The parts of an Office document, by name. */
export interface Archive {
  /** Parses a part as XML. Does nothing if there is no such part. */
  read(name: string, handlers: XmlHandlers): Promise<void>
  has(name: string): boolean
  /** Uncompressed size in bytes; 0 if there is no such part. */
  sizeOf(name: string): number
  close(): void
}

/** Callbacks of the XML parser, in document order; names have no namespace prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
  /** Called after each chunk; parsing waits for the promise. */
  flush?(): Promise<void>
}

/** An XML Schema boolean. */
export const isTrue = (value: string | undefined) => value === '1' || value === 'true'

/** Attributes of an element, by name without prefix. */
export type Attributes = ReadonlyMap<string, string>

/**
 * Opens an Office document, which is a ZIP archive of XML files.
 * @throws QueryError if it is something else, or encrypted
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((cause) => {
    throw new QueryError('This is not an Excel workbook, or it is protected by a password.', { cause })
  })
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
    const find = (name: string) => entries.get(name.replace(/^\//, '').toLowerCase())
    return {
      has: (name) => find(name) !== undefined,
      sizeOf: (name) => find(name)?.uncompressedSize ?? 0,
      read: async (name, handlers) => {
        const entry = find(name)
        if (entry) await readXml(await contentOf(zip, entry), handlers)
      },
      close: () => zip.close(),
    }
  } catch (cause) {
    zip.close()
    throw new QueryError('The workbook is damaged.', { cause })
  }
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.uncompressedSize > MAX_PART_BYTES) throw new QueryError('The workbook holds more than 4 GB when unpacked.')
  return zip.openReadStreamPromise(entry)
}

async function readXml(content: Readable, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, fragment: false, position: false })
  let failure: Error | null = null
  parser.on('error', (error) => {
    failure ??= error
  })
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => handlers.open?.(localName(name), attributesOf(attributes)))
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('closetag', ({ name }: SaxesTagPlain) => handlers.close?.(localName(name)))
  content.setEncoding('utf8')
  try {
    for await (const chunk of content as AsyncIterable<string>) {
      parser.write(chunk)
      if (failure) throw failure
      await handlers.flush?.()
    }
    parser.close()
    if (failure) throw failure
  } catch (error) {
    if (error instanceof QueryError) throw error
    throw new QueryError('The workbook is damaged.', { cause: error })
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function attributesOf(attributes: Record<string, string | SaxesAttributePlain>): Attributes {
  return new Map(Object.entries(attributes).map(([name, value]) => [localName(name), String(value)]))
}
