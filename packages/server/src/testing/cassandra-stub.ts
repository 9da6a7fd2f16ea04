import { listen, type TcpListener } from './tcp-listener.ts'

// The CQL binary protocol, version 4 (https://cassandra.apache.org/doc/latest/cassandra/_attachments/native_protocol_v4.html),
// as far as a client needs it to sign in and to read answers page by page.

/** A column: its name and the bytes that describe its type. */
export interface CqlColumn {
  name: string
  type: Buffer
}
export type CqlRow = (Buffer | null)[]
export type CqlAnswer =
  /** Pages of rows. */
  | { columns: CqlColumn[]; pages: CqlRow[][] }
  /** The same page without end. */
  | { columns: CqlColumn[]; endless: CqlRow[] }
  | { error: string; code: number }
  | 'void'
  | 'hang'

export interface CassandraStub extends TcpListener {
  /** Received queries in order, including requests for further pages. */
  heard: string[]
  working: Set<string>
}

const Ask = { startup: 0x01, options: 0x05, prepare: 0x09, execute: 0x0a, register: 0x0b, auth: 0x0f } as const
const Say = { error: 0x00, ready: 0x02, authenticate: 0x03, supported: 0x06, result: 0x08, authenticated: 0x10 } as const
const VERSION = 4
const HEADER = 9
const BAD_CREDENTIALS = 0x0100
const PROTOCOL_ERROR = 0x000a
const VALUES_FLAG = 0x01
const PAGE_STATE_FLAG = 0x08

export const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const int16 = (value: number): Buffer => int32(value).subarray(2)
export const shortText = (text: string): Buffer => Buffer.concat([int16(Buffer.byteLength(text)), Buffer.from(text)])
export const bytes = (value: Buffer | null): Buffer => (value ? Buffer.concat([int32(value.length), value]) : int32(-1))

/** The numbers of simple types, as the protocol has them. */
export const typeOf = (code: number, ...inner: Buffer[]): Buffer => Buffer.concat([int16(code), ...inner])
const TEXT = typeOf(0x0d)
const INET = 0x10

/**
 * @param password of the user `ada`
 * @param answer responds to a query; the values of a prepared one are passed beside it
 * @param parameterTypes the types of the parameters of a query; texts when left out
 */
export async function startCassandraStub(
  password: string,
  answer: Knowledge['answer'],
  parameterTypes: Knowledge['parameterTypes'] = (text) => text.match(/\?/g)?.map(() => TEXT) ?? [],
): Promise<CassandraStub> {
  const heard: string[] = []
  const working = new Set<string>()
  const listening = await listen((socket) => {
    let input = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      input = Buffer.concat([input, chunk])
      while (input.length >= HEADER && input.length >= HEADER + input.readInt32BE(5)) {
        const end = HEADER + input.readInt32BE(5)
        const frame = input.subarray(0, end)
        input = input.subarray(end)
        const reply = replyTo(frame, { password, answer, parameterTypes, heard, working })
        if (reply) socket.write(Buffer.concat([Buffer.from([0x80 | VERSION, 0]), frame.subarray(2, 4), reply]))
      }
    })
  })
  return { ...listening, heard, working }
}

interface Knowledge {
  password: string
  answer(text: string, values: readonly string[]): CqlAnswer
  parameterTypes(text: string): Buffer[]
  heard: string[]
  working: Set<string>
}

/** Encodes a response; null for no response. */
function replyTo(frame: Buffer, known: Knowledge): Buffer | null {
  const body = frame.subarray(HEADER)
  if (((frame[0] ?? 0) & 0x7f) !== VERSION) return failed(PROTOCOL_ERROR, 'Invalid or unsupported protocol version')
  switch (frame[4]) {
    case Ask.options:
      return said(Say.supported, int16(0))
    case Ask.startup:
      return said(Say.authenticate, shortText('org.apache.cassandra.auth.PasswordAuthenticator'))
    case Ask.auth: {
      const [, user, password] = body.subarray(4).toString().split('\0')
      return user === 'ada' && password === known.password
        ? said(Say.authenticated, bytes(null))
        : failed(BAD_CREDENTIALS, `Provided username ${user} and/or password are incorrect`)
    }
    case Ask.register:
      return said(Say.ready)
    case Ask.prepare:
      return prepared(body.subarray(4).toString(), known)
    case Ask.execute:
      return executed(body, known)
    default:
      return answerTo(body, known)
  }
}

/** The id of a prepared statement is its text. The columns of the result are described with each response. */
function prepared(text: string, { parameterTypes }: Knowledge): Buffer {
  const types = parameterTypes(text)
  const described = types.flatMap((type, index) => [shortText(`p${index}`), type])
  return said(
    Say.result,
    ...[int32(4), shortText(text), int32(0x01), int32(types.length), int32(0), shortText('shop'), shortText('orders')],
    ...[...described, int32(0x04), int32(0)],
  )
}

/** Reads the id, two bytes of the consistency, the flags, and the values. */
function executed(body: Buffer, known: Knowledge): Buffer | null {
  const end = 2 + body.readUInt16BE(0)
  const text = body.subarray(2, end).toString()
  const values: string[] = []
  let at = end + 3
  if (((body[end + 2] ?? 0) & VALUES_FLAG) !== 0) {
    const count = body.readUInt16BE(at)
    at += 2
    while (values.length < count) {
      const length = body.readInt32BE(at)
      values.push(body.subarray(at + 4, at + 4 + length).toString())
      at += 4 + length
    }
  }
  const flags = body[end + 2] ?? 0
  return responseTo(text, values, (flags & PAGE_STATE_FLAG) !== 0 ? body.readInt32BE(at + 8) : 0, known)
}

function answerTo(body: Buffer, known: Knowledge): Buffer | null {
  const length = body.readInt32BE(0)
  const text = body.subarray(4, 4 + length).toString()
  const flags = body[4 + length + 2] ?? 0
  // After the flags come the number of rows per page, and then the state of the previous page.
  const page = (flags & PAGE_STATE_FLAG) !== 0 ? body.readInt32BE(4 + length + 3 + 4 + 4) : 0
  if (/^USE /.test(text)) return said(Say.result, int32(3), shortText(text.replace(/^USE |"/g, '')))
  if (/FROM system\.(local|peers)/.test(text)) return systemRows(text)
  return responseTo(text, [], page, known)
}

function responseTo(text: string, values: readonly string[], page: number, known: Knowledge): Buffer | null {
  known.heard.push(text)
  const answer = known.answer(text, values)
  if (answer === 'void') return said(Say.result, int32(1))
  if (answer === 'hang') {
    known.working.add(text)
    return null
  }
  if ('error' in answer) return failed(answer.code, answer.error)
  if ('endless' in answer) return rows(answer.columns, answer.endless, page + 1)
  return rows(answer.columns, answer.pages[page] ?? [], page + 1 < answer.pages.length ? page + 1 : null)
}

/** Address of another node of the cluster. */
export const PEER = '127.0.0.2'

/** The rows of system.local and system.peers. */
function systemRows(text: string): Buffer {
  const column = (name: string) => ({ name, type: TEXT })
  const names = ['key', 'cluster_name', 'data_center', 'rack', 'release_version', 'partitioner']
  const own = ['local', 'stub', 'dc1', 'r1', '4.1.0', 'org.apache.cassandra.dht.Murmur3Partitioner']
  if (/peers/.test(text)) {
    const addresses = ['peer', 'rpc_address'].map((name) => ({ name, type: typeOf(INET) }))
    const address = Buffer.from(PEER.split('.').map(Number))
    const peer = [address, address, ...own.slice(2, 5).map((value) => Buffer.from(value))]
    return rows([...addresses, ...names.slice(2, 5).map(column)], [peer], null)
  }
  return rows(
    /SELECT \*/.test(text) ? names.map(column) : [column('release_version')],
    [(/SELECT \*/.test(text) ? own : ['4.1.0']).map((value) => Buffer.from(value))],
    null,
  )
}

/** @param next state of the next page; null for the last one */
function rows(columns: CqlColumn[], page: CqlRow[], next: number | null): Buffer {
  const described = columns.flatMap(({ name, type }) => [shortText(name), type])
  return said(
    Say.result,
    ...[int32(2), int32(next === null ? 0x01 : 0x03), int32(columns.length), ...(next === null ? [] : [bytes(int32(next))])],
    ...[shortText('shop'), shortText('orders'), ...described, int32(page.length)],
    ...page.flatMap((row) => row.map(bytes)),
  )
}

const said = (kind: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([kind]), int32(content.length), content])
}

const failed = (code: number, message: string): Buffer => said(Say.error, int32(code), shortText(message))
