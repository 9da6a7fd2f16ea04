import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** The response to a statement: rows, binary values, an error, no rows, or none until it is cancelled. */
export type StubAnswer =
  | { columns: [name: string, typeOid: number][]; rows: StubValue[][] }
  | { error: string; code: string; position?: number }
  | 'done'
  | 'hang'

export type StubValue = string | Buffer | null

/** A stub with PostgreSQL's protocol 3.0 and the answers of a test. */
export interface PostgresStub {
  port: number
  /** Received statements in order, with their connection. */
  heard: { connection: number; text: string }[]
  /** The requested column format by statement: 0 text, 1 binary. */
  forms: Map<string, number[]>
  /** Connections with a cancel request. */
  cancels: number[]
  close(): Promise<void>
}

const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const ended = (text: string) => Buffer.from(`${text}\0`)
const message = (letter: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(letter), int32(content.length + 4), content])
}

const ready = message('Z', Buffer.from('I'))
const errorOf = (text: string, code: string, position?: number) => {
  const fields = ['SERROR', `C${code}`, `M${text}`, ...(position === undefined ? [] : [`P${position}`])]
  return message('E', ...fields.map(ended), Buffer.from('\0'))
}

/** @param password what it asks for */
export async function startPostgresStub(password: string, answer: (text: string) => StubAnswer): Promise<PostgresStub> {
  const sockets = new Map<number, Socket>()
  const stub = { heard: [], forms: new Map(), cancels: [] } as Pick<PostgresStub, 'heard' | 'forms' | 'cancels'>
  const server = createServer({ noDelay: true }, (socket) => {
    const connection = sockets.size + 1
    sockets.set(connection, socket)
    socket.on('error', () => socket.destroy())
    new Talk(socket, connection, password, answer, stub)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    ...stub,
    port: address !== null && typeof address === 'object' ? address.port : 0,
    async close() {
      for (const socket of sockets.values()) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** One connection. */
class Talk {
  readonly #socket: Socket
  readonly #connection: number
  readonly #password: string
  readonly #answer: (text: string) => StubAnswer
  readonly #stub: Pick<PostgresStub, 'heard' | 'forms' | 'cancels'>
  #input = Buffer.alloc(0)
  #hasBegun = false
  #prepared = ''
  #isSkipping = false
  #isHanging = false

  constructor(
    socket: Socket,
    connection: number,
    password: string,
    answer: (text: string) => StubAnswer,
    stub: Pick<PostgresStub, 'heard' | 'forms' | 'cancels'>,
  ) {
    this.#socket = socket
    this.#connection = connection
    this.#password = password
    this.#answer = answer
    this.#stub = stub
    socket.on('data', (chunk) => this.#read(chunk))
  }

  #read(chunk: Buffer): void {
    this.#input = Buffer.concat([this.#input, chunk])
    for (;;) {
      const at = this.#hasBegun ? 1 : 0
      if (this.#input.length < at + 4) return
      const length = this.#input.readInt32BE(at)
      if (this.#input.length < at + length) return
      const letter = this.#input.toString('latin1', 0, at)
      const content = this.#input.subarray(at + 4, at + length)
      this.#input = this.#input.subarray(at + length)
      if (this.#hasBegun) this.#hear(letter, content)
      else this.#begin(content)
    }
  }

  #begin(content: Buffer): void {
    const code = content.readInt32BE(0)
    if (code === SSL_REQUEST) this.#socket.write('N')
    else if (code === CANCEL_REQUEST) {
      this.#stub.cancels.push(content.readInt32BE(4))
      this.#socket.end()
    } else {
      this.#hasBegun = true
      this.#send(message('R', int32(3)))
    }
  }

  #hear(letter: string, content: Buffer): void {
    const text = () => content.toString('utf8', 0, content.indexOf(0))
    // Later messages wait, as for a running statement.
    if (this.#isHanging) return
    if (letter === 'S') {
      this.#isSkipping = false
      this.#send(ready)
    } else if (this.#isSkipping) return
    else if (letter === 'p') this.#letIn(text())
    else if (letter === 'Q') this.#tell(text(), 'simple')
    else if (letter === 'P') {
      this.#prepared = content.toString('utf8', 1, content.indexOf(0, 1))
      this.#send(message('1'))
    } else if (letter === 'D') this.#tell(this.#prepared, 'description')
    else if (letter === 'B') {
      // Two empty names, no parameter formats and no parameters come before the formats of the columns.
      const count = content.readInt16BE(6)
      this.#stub.forms.set(
        this.#prepared,
        Array.from({ length: count }, (_, index) => content.readInt16BE(8 + index * 2)),
      )
      this.#send(message('2'))
    } else if (letter === 'E') this.#tell(this.#prepared, 'rows')
  }

  #letIn(password: string): void {
    if (password !== this.#password) this.#send(errorOf('password authentication failed', '28P01'))
    else {
      const key = message('K', int32(this.#connection), int32(4711))
      this.#send(message('R', int32(0)), message('S', ended('server_version'), ended('13.0')), key, ready)
    }
  }

  #tell(text: string, part: 'simple' | 'description' | 'rows'): void {
    if (part !== 'description') this.#stub.heard.push({ connection: this.#connection, text })
    const answer = this.#answer(text)
    this.#isHanging = answer === 'hang' && part !== 'description'
    if (this.#isHanging) return
    if (typeof answer === 'object' && 'error' in answer) {
      this.#isSkipping = part !== 'simple'
      this.#send(errorOf(answer.error, answer.code, answer.position), ...(part === 'simple' ? [ready] : []))
      return
    }
    const described = typeof answer === 'object' ? [describe(answer.columns)] : part === 'simple' ? [] : [message('n')]
    const rows = typeof answer === 'object' ? answer.rows.map(rowOf) : []
    const complete = message('C', ended(`SELECT ${rows.length}`))
    if (part === 'description') this.#send(...described)
    else this.#send(...(part === 'simple' ? described : []), ...rows, complete, ...(part === 'simple' ? [ready] : []))
  }

  #send(...messages: Buffer[]): void {
    this.#socket.write(Buffer.concat(messages))
  }
}

const describe = (columns: [string, number][]) =>
  message(
    'T',
    int16(columns.length),
    ...columns.flatMap(([name, typeOid]) => [ended(name), int32(0), int16(0), int32(typeOid), int16(-1), int32(-1), int16(0)]),
  )

const rowOf = (values: StubValue[]) =>
  message(
    'D',
    int16(values.length),
    ...values.flatMap((value) => (value === null ? [int32(-1)] : [int32(Buffer.byteLength(value)), Buffer.from(value)])),
  )
