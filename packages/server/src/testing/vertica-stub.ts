import type { Socket } from 'node:net'
import { listen, type TcpListener } from './tcp-listener.ts'

// Vertica's protocol, as its own driver reads it (https://github.com/vertica/vertica-nodejs): PostgreSQL's, except for column
// descriptions and statements that request files of the client.

export type VerticaColumn = [name: string, typeId: number, modifier?: number]
export type VerticaAnswer =
  | { columns: VerticaColumn[]; rows: (string | null)[][] }
  | { columns: VerticaColumn[]; endless: string[] }
  | { error: string; code: string; position?: number }
  /** Requests a file from the client. */
  | { asksForFile: string }
  /** A column of a complex type. */
  | 'complex'
  | 'done'
  | 'hang'

export interface VerticaStub extends TcpListener {
  working: Set<string>
  /** Responses of the client to requests for files. */
  received: string[]
}

const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102
const PROTOCOL = 3 * 65_536 + 5
const CLEARTEXT = 3

const int32 = (value: number) => {
  const content = Buffer.alloc(4)
  content.writeInt32BE(value)
  return content
}
const int16 = (value: number) => int32(value).subarray(2)
const ended = (text: string) => Buffer.from(`${text}\0`)
const message = (letter: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(letter), int32(content.length + 4), content])
}
const ready = message('Z', Buffer.from('I'))
const failed = (text: string, code: string, position?: number) =>
  message('E', ...['SERROR', `C${code}`, `M${text}`, ...(position ? [`P${position}`] : [])].map(ended), Buffer.from('\0'))

/** @param password of the user `ada` */
export async function startVerticaStub(password: string, answer: (text: string) => VerticaAnswer): Promise<VerticaStub> {
  const talks = new Map<number, Talk>()
  const known = { password, answer, working: new Set<string>(), received: [], talks }
  const listening = await listen((socket) => new Talk(socket, known))
  return { ...listening, working: known.working, received: known.received }
}

interface Knowledge {
  password: string
  answer(text: string): VerticaAnswer
  working: Set<string>
  received: string[]
  talks: Map<number, Talk>
}

/** One connection. */
class Talk {
  readonly #socket: Socket
  readonly #known: Knowledge
  readonly #number: number
  #input = Buffer.alloc(0)
  #hasBegun = false
  #text = ''

  constructor(socket: Socket, known: Knowledge) {
    this.#socket = socket
    this.#known = known
    this.#number = known.talks.size + 1
    known.talks.set(this.#number, this)
    socket.on('close', () => known.working.delete(this.#text))
    socket.on('data', (chunk) => this.#read(chunk))
  }

  cancel(): void {
    if (!this.#known.working.delete(this.#text)) return
    this.#say(failed('Execution canceled by operator', '57014'), ready)
  }

  #read(chunk: Buffer): void {
    this.#input = Buffer.concat([this.#input, chunk])
    for (;;) {
      const start = this.#hasBegun ? 1 : 0
      if (this.#input.length < start + 4) return
      const end = start + this.#input.readInt32BE(start)
      if (this.#input.length < end) return
      const whole = this.#input.subarray(0, end)
      this.#input = this.#input.subarray(end)
      if (this.#hasBegun) this.#hear(String.fromCharCode(whole[0] ?? 0), whole.subarray(5))
      else this.#begin(whole.subarray(4))
    }
  }

  #begin(body: Buffer): void {
    const code = body.readInt32BE(0)
    if (code === SSL_REQUEST) this.#say(Buffer.from('N'))
    else if (code === CANCEL_REQUEST) {
      this.#known.talks.get(body.readInt32BE(4))?.cancel()
      this.#socket.end()
    } else {
      this.#hasBegun = true
      this.#say(message('R', int32(CLEARTEXT)))
    }
  }

  #hear(letter: string, body: Buffer): void {
    const text = body.subarray(0, -1).toString()
    if (letter === 'p') {
      if (text !== this.#known.password) this.#say(failed('Invalid username or password', '28000'))
      else
        this.#say(
          ...[message('R', int32(0)), message('S', ended('protocol_version'), ended(String(PROTOCOL)))],
          ...[message('K', int32(this.#number), int32(7)), ready],
        )
    } else if (letter === 'Q') this.#answer(text)
    else if (letter === 'e') {
      // The client refuses to send a file.
      this.#known.received.push(body.toString('latin1'))
      this.#say(failed('COPY: the client refused', '57014'), ready)
    }
  }

  #answer(text: string): void {
    const answer = this.#known.answer(text)
    if (answer === 'done') this.#say(message('C', ended('CREATE')), ready)
    else if (answer === 'complex') this.#say(message('T', int16(1), int32(1)))
    else if (answer === 'hang') this.#work(text)
    else if ('error' in answer) this.#say(failed(answer.error, answer.code, answer.position), ready)
    else if ('asksForFile' in answer) this.#say(message('F', int16(1), ended(answer.asksForFile), ended(''), ended('')))
    else if ('rows' in answer)
      this.#say(described(answer.columns), ...answer.rows.map(rowOf), message('C', ended('SELECT')), ready)
    else {
      this.#work(text)
      this.#say(described(answer.columns))
      this.#pour(Buffer.concat(Array.from({ length: 200 }, () => rowOf(answer.endless))))
    }
  }

  #work(text: string): void {
    this.#text = text
    this.#known.working.add(text)
  }

  /** Writes as fast as the client reads, until it stops. */
  #pour(rows: Buffer): void {
    if (!this.#known.working.has(this.#text) || this.#socket.destroyed) return
    if (this.#socket.write(rows)) setImmediate(() => this.#pour(rows))
    else this.#socket.once('drain', () => this.#pour(rows))
  }

  #say(...messages: Buffer[]): void {
    this.#socket.write(Buffer.concat(messages))
  }
}

const described = (columns: VerticaColumn[]) =>
  message(
    'T',
    ...[int16(columns.length), int32(0)],
    ...columns.flatMap(([name, typeId, modifier = -1]) => [
      // No table, no column id, and a native type.
      ...[ended(name), Buffer.alloc(8), int16(0), Buffer.from([0]), int32(typeId)],
      ...[int16(-1), int16(1), int16(0), int32(modifier), int16(0)],
    ]),
  )

const rowOf = (values: (string | null)[]) =>
  message(
    'D',
    int16(values.length),
    ...values.map((value) =>
      value === null ? int32(-1) : Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]),
    ),
  )
