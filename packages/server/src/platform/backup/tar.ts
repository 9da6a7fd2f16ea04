/** The format of `tar`: each entry is a header of 512 bytes and its content, padded to a multiple of 512 bytes. */
const BLOCK = 512
/** The largest size that fits the field of a header as octal digits: 8 GB. */
const MAX_OCTAL = 0o77777777777
const NAME_BYTES = 100
const PREFIX_BYTES = 155

export interface TarEntry {
  name: string
  /** Bytes. */
  size: number
  modified: Date
}

/** The header of an entry. @throws Error if the name is too long */
export function tarHeader({ name, size, modified }: TarEntry): Uint8Array {
  const header = Buffer.alloc(BLOCK)
  const { prefix, rest } = splitName(name)
  header.write(rest, 0, NAME_BYTES, 'utf8')
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  writeSize(header, size)
  header.write(`${octal(Math.floor(modified.getTime() / 1000), 11)} `, 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345, PREFIX_BYTES, 'utf8')
  header.write(`${octal(checksum(header), 6)}\0 `, 148)
  return header
}

/** The bytes between the content of an entry and the next header. */
export const tarPadding = (size: number): Uint8Array => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** The end of an archive. */
export const TAR_END: Uint8Array = Buffer.alloc(2 * BLOCK)

/** The error for bytes that are no header. */
export class NoHeaderError extends Error {}

/** @returns null for the end of the archive @throws NoHeaderError */
export function readTarHeader(block: Uint8Array): TarEntry | null {
  const header = Buffer.from(block)
  if (header.every((byte) => byte === 0)) return null
  if (Number.parseInt(textIn(header, 148, 8), 8) !== checksum(header))
    throw new NoHeaderError('This is no header of an archive.')
  const prefix = textIn(header, 345, PREFIX_BYTES)
  const rest = textIn(header, 0, NAME_BYTES)
  return {
    name: prefix === '' ? rest : `${prefix}/${rest}`,
    size: readSize(header),
    modified: new Date(Number.parseInt(textIn(header, 136, 12), 8) * 1000),
  }
}

/** Long names are split at a slash over two fields. */
function splitName(name: string): { prefix: string; rest: string } {
  if (Buffer.byteLength(name) <= NAME_BYTES) return { prefix: '', rest: name }
  const slash = name.indexOf('/', name.length - NAME_BYTES - 1)
  if (slash < 0 || slash > PREFIX_BYTES) throw new Error(`The name ${name} is too long for an archive.`)
  return { prefix: name.slice(0, slash), rest: name.slice(slash + 1) }
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')

/** Larger sizes are a binary number, as GNU tar writes and reads them. */
function writeSize(header: Buffer, size: number): void {
  if (size <= MAX_OCTAL) {
    header.write(`${octal(size, 11)} `, 124)
    return
  }
  header[124] = 0x80
  header.writeBigUInt64BE(BigInt(size), 128)
}

function readSize(header: Buffer): number {
  if (header[124] === 0x80) return Number(header.readBigUInt64BE(128))
  return Number.parseInt(textIn(header, 124, 12), 8)
}

/** The sum of all bytes, with spaces in the place of the sum itself. */
function checksum(header: Buffer): number {
  let sum = 0
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 0x20 : byte
  return sum
}

function textIn(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? length : end).trim()
}
