import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

// The Tabular Data Stream of https://learn.microsoft.com/openspecs/windows_protocols/ms-tds, as far as a client needs it to
// sign in, to run texts and to stop them.

/** A column: its name, the bytes that describe its type, and how a value is written. */
export interface StubColumn {
  name: string
  type: Buffer
  write(value: unknown): Buffer
}

export type StubAnswer =
  | { columns: StubColumn[]; rows: unknown[][] }
  /** Rows without end. */
  | { columns: StubColumn[]; endless: unknown[] }
  | { error: string; number: number; line: number }
  | 'done'
  | 'hang'

export interface StubCall {
  statement: string
  declarations: string
  values: Record<string, string>
}

export interface SqlServerStub {
  port: number
  /** Received queries in order. */
  heard: string[]
  /** Calls of `sp_executesql` in order: statement, declarations, and values by name. */
  calls: StubCall[]
  /** Running queries. */
  working: Set<string>
  close(): Promise<void>
}

const Packet = { batch: 1, call: 3, login: 16, reply: 4, attention: 6, preLogin: 18 } as const
const HEADER = 8
const END_OF_MESSAGE = 1
const LOGIN_FAILED = 18_456

/**
 * @param password of the user `sa`
 * @param answer the answer to a query; texts are passed to it as values by the names of their parameters
 */
export async function startSqlServerStub(
  password: string,
  answer: (text: string, values: Record<string, string>) => StubAnswer,
): Promise<SqlServerStub> {
  const sockets = new Set<Socket>()
  const calls: StubCall[] = []
  const heard: string[] = []
  const working = new Set<string>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    new Talk(socket, { password, answer, heard, calls, working })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    ...{ heard, calls, working },
    port: address !== null && typeof address === 'object' ? address.port : 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Knowledge {
  password: string
  answer(text: string, values: Record<string, string>): StubAnswer
  heard: string[]
  calls: StubCall[]
  working: Set<string>
}

/** One connection. */
class Talk {
  readonly #socket: Socket
  readonly #known: Knowledge
  #input = Buffer.alloc(0)
  #message = Buffer.alloc(0)
  #text = ''

  constructor(socket: Socket, known: Knowledge) {
    this.#socket = socket
    this.#known = known
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => known.working.delete(this.#text))
  }

  #read(chunk: Buffer): void {
    this.#input = Buffer.concat([this.#input, chunk])
    while (this.#input.length >= HEADER && this.#input.length >= this.#input.readUInt16BE(2)) {
      const length = this.#input.readUInt16BE(2)
      const [kind = 0, status = 0] = this.#input
      this.#message = Buffer.concat([this.#message, this.#input.subarray(HEADER, length)])
      this.#input = this.#input.subarray(length)
      if ((status & END_OF_MESSAGE) === 0) continue
      const message = this.#message
      this.#message = Buffer.alloc(0)
      this.#hear(kind, message)
    }
  }

  #hear(kind: number, message: Buffer): void {
    if (kind === Packet.preLogin) this.#reply(preLoginAnswer)
    else if (kind === Packet.login) this.#letIn(message)
    else if (kind === Packet.attention) {
      this.#known.working.delete(this.#text)
      // The running response ends, and the acknowledgement of the cancellation is a separate message.
      this.#reply(done(0x02))
      this.#reply(done(0x20))
    } else if (kind === Packet.batch) this.#run(message.subarray(message.readUInt32LE(0)).toString('utf16le'))
    else if (kind === Packet.call) {
      const call = callIn(message.subarray(message.readUInt32LE(0)))
      this.#known.calls.push(call)
      this.#run(call.statement, call.values)
    }
  }

  #letIn(login: Buffer): void {
    const given = (at: number) =>
      login.subarray(login.readUInt16LE(at), login.readUInt16LE(at) + login.readUInt16LE(at + 2) * 2)
    const user = given(40).toString('utf16le')
    // The password is obfuscated by XOR and swapped nibbles.
    const password = Buffer.from(given(44).map((byte) => (((byte ^ 0xa5) << 4) & 0xf0) | ((byte ^ 0xa5) >> 4))).toString(
      'utf16le',
    )
    if (user !== 'sa' || password !== this.#known.password)
      this.#reply(errorToken(`Login failed for user '${user}'.`, LOGIN_FAILED, 1), done(0x02))
    else this.#reply(loginAck, done(0))
  }

  #run(text: string, values: Record<string, string> = {}): void {
    this.#known.heard.push(text)
    const answer = this.#known.answer(text, values)
    if (answer === 'done') this.#reply(done(0))
    else if (answer === 'hang') {
      this.#text = text
      this.#known.working.add(text)
    } else if ('error' in answer) this.#reply(errorToken(answer.error, answer.number, answer.line), done(0x02))
    else if ('rows' in answer)
      this.#reply(described(answer.columns), ...answer.rows.map((row) => rowOf(answer.columns, row)), done(0x10))
    else {
      this.#text = text
      this.#known.working.add(text)
      this.#send(0, described(answer.columns))
      this.#pour(Buffer.concat(Array.from({ length: 200 }, () => rowOf(answer.columns, answer.endless))))
    }
  }

  /** Writes as fast as the client reads, until it stops. */
  #pour(rows: Buffer): void {
    if (!this.#known.working.has(this.#text) || this.#socket.destroyed) return
    if (this.#send(0, rows)) setImmediate(() => this.#pour(rows))
    else this.#socket.once('drain', () => this.#pour(rows))
  }

  #reply(...tokens: Buffer[]): void {
    this.#send(END_OF_MESSAGE, ...tokens)
  }

  #send(status: number, ...tokens: Buffer[]): boolean {
    const content = Buffer.concat(tokens)
    const most = 4096 - HEADER
    let flows = true
    for (let at = 0; at === 0 || at < content.length; at += most) {
      const part = content.subarray(at, at + most)
      const isLast = at + most >= content.length
      const header = Buffer.from([Packet.reply, isLast ? status : 0, 0, 0, 0, 0, 1, 0])
      header.writeUInt16BE(part.length + HEADER, 2)
      flows = this.#socket.write(Buffer.concat([header, part]))
    }
    return flows
  }
}

const SP_EXECUTESQL = 10
const NVARCHAR = 0xe7
/** The declared length of `nvarchar(max)`, whose content comes in chunks. */
const IN_CHUNKS = 0xffff

/** Reads a call of `sp_executesql` whose parameters all are `nvarchar` (2.2.6.6 RPC Request). */
function callIn(message: Buffer): StubCall {
  if (message.readUInt16LE(0) !== 0xffff || message.readUInt16LE(2) !== SP_EXECUTESQL) throw new Error('Another procedure.')
  const values: [name: string, value: string][] = []
  for (let at = 6; at < message.length; ) {
    const name = message.subarray(at + 1, at + 1 + 2 * message.readUInt8(at)).toString('utf16le')
    at += 2 + 2 * name.length
    if (message.readUInt8(at) !== NVARCHAR) throw new Error('Another type.')
    const declared = message.readUInt16LE(at + 1)
    at += 8
    const chunks: Buffer[] = []
    if (declared === IN_CHUNKS) {
      at += 8
      for (let length = message.readUInt32LE(at); length > 0; length = message.readUInt32LE(at)) {
        chunks.push(message.subarray(at + 4, at + 4 + length))
        at += 4 + length
      }
      at += 4
    } else {
      const length = message.readUInt16LE(at)
      chunks.push(message.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
    values.push([name, Buffer.concat(chunks).toString('utf16le')])
  }
  const [[, statement = ''] = [], [, declarations = ''] = [], ...others] = values
  return { statement, declarations, values: Object.fromEntries(others) }
}

const uint16 = (value: number) => Buffer.from([value & 0xff, value >> 8])
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const shortText = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'utf16le')])
const longText = (text: string) => Buffer.concat([uint16(text.length), Buffer.from(text, 'utf16le')])

const token = (kind: number, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([kind]), uint16(content.length), content])
}

const done = (status: number) => Buffer.concat([Buffer.from([0xfd]), uint16(status), uint16(0), Buffer.alloc(8)])

const errorToken = (text: string, number: number, line: number) =>
  token(0xaa, uint32(number), Buffer.from([1, 16]), longText(text), shortText('stub'), shortText(''), uint32(line))

/** Version 16, without encryption. */
const preLoginAnswer = Buffer.concat([
  Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff]),
  Buffer.from([16, 0, 0, 0, 0, 0]),
  Buffer.from([2]),
])

const loginAck = token(0xad, Buffer.from([1, 0x74, 0, 0, 4]), shortText('stub'), Buffer.from([16, 0, 0, 0]))

const described = (columns: StubColumn[]) =>
  Buffer.concat([
    Buffer.from([0x81]),
    uint16(columns.length),
    ...columns.flatMap(({ name, type }) => [uint32(0), uint16(1), type, shortText(name)]),
  ])

const rowOf = (columns: StubColumn[], values: unknown[]) =>
  Buffer.concat([Buffer.from([0xd1]), ...columns.map(({ write }, index) => write(values[index]))])
