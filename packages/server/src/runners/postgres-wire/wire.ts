import type { FieldDescription } from './types.ts'

// Messages (https://www.postgresql.org/docs/current/protocol-message-formats.html) are a letter, the length of the rest
// including itself, and the content.

/** Types of messages that the server sends. */
export const Reply = {
  parsed: 0x31,
  bound: 0x32,
  dataRow: 0x44,
  commandComplete: 0x43,
  copyIn: 0x47,
  emptyQuery: 0x49,
  error: 0x45,
  noData: 0x6e,
  parameters: 0x74,
  ready: 0x5a,
  rowDescription: 0x54,
} as const

const HEADER = 5

function message(letter: string, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const frame = Buffer.allocUnsafe(HEADER + content.length)
  frame.write(letter, 0, 'latin1')
  frame.writeInt32BE(4 + content.length, 1)
  content.copy(frame, HEADER)
  return frame
}

const int16s = (...values: number[]) => {
  const bytes = Buffer.allocUnsafe(values.length * 2)
  values.forEach((value, index) => {
    bytes.writeInt16BE(value, index * 2)
  })
  return bytes
}

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.allocUnsafe(4)
  length.writeInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const nullTerminated = (text: string) => Buffer.from(`${text}\0`)

/** Prepares the unnamed statement. */
export const parse = (text: string) => message('P', nullTerminated(''), nullTerminated(text), int16s(0))
export const describe = () => message('D', nullTerminated('S'))
/**
 * Binds the unnamed portal.
 * @param formats of each result column: 1 binary, 0 text
 * @param values of `$1`, `$2` and so on, as text
 */
export const bind = (formats: readonly (0 | 1)[], values: readonly string[] = []) =>
  message(
    'B',
    nullTerminated(''),
    nullTerminated(''),
    int16s(0, values.length),
    ...values.map(withLength),
    int16s(formats.length, ...formats),
  )
/** Executes the unnamed portal to its end. */
export const execute = () => message('E', nullTerminated(''), Buffer.alloc(4))
export const flush = () => message('H')
export const sync = () => message('S')
export const copyFail = (reason: string) => message('f', nullTerminated(reason))

/** A request, sent on a connection of its own, to cancel the statement of another one. */
export function cancelRequest(processId: number, secretKey: number): Buffer {
  const request = Buffer.allocUnsafe(16)
  request.writeInt32BE(16, 0)
  request.writeInt32BE(80_877_102, 4)
  request.writeInt32BE(processId, 8)
  request.writeInt32BE(secretKey, 12)
  return request
}

/** Parses the content of a RowDescription. */
export function readRowDescription(content: Buffer): FieldDescription[] {
  const fields: FieldDescription[] = []
  let at = 2
  for (let left = content.readInt16BE(0); left > 0; left--) {
    const end = content.indexOf(0, at)
    const name = content.toString('utf8', at, end)
    // Skipped in between: table (4), column (2) and type size (2); at the end the format (2).
    fields.push({ name, typeOid: content.readUInt32BE(end + 7), typeModifier: content.readInt32BE(end + 13) })
    at = end + 19
  }
  return fields
}

/** An error of the server; see https://www.postgresql.org/docs/current/protocol-error-fields.html. */
export interface ServerError {
  /** SQLSTATE. */
  code: string
  message: string
  detail: string | null
  hint: string | null
  /** 1-based index in characters (not bytes, not UTF-16 units) of the statement. */
  position: number | null
  /** The source routine that raised the error; not translated, unlike the message. */
  routine: string | null
}

/** Parses the content of an ErrorResponse. */
export function readError(content: Buffer): ServerError {
  const fields = new Map<string, string>()
  for (let at = 0; at < content.length && content[at] !== 0; ) {
    const end = content.indexOf(0, at)
    fields.set(content.toString('latin1', at, at + 1), content.toString('utf8', at + 1, end))
    at = end + 1
  }
  const position = Number(fields.get('P'))
  return {
    code: fields.get('C') ?? '',
    message: fields.get('M') ?? 'The server reported an error without a message.',
    detail: fields.get('D') ?? null,
    hint: fields.get('H') ?? null,
    position: position > 0 ? position : null,
    routine: fields.get('R') ?? null,
  }
}
