import { z } from 'zod'
import { QueryError } from '../runner.ts'
import type { HiveOptions } from './define-runner.ts'
import { withoutFraming } from './errors.ts'
import { CallRefused, callMessage, type Encoded, replyIn, struct } from './thrift.ts'
import { connectTo, notThisServer, type Transport } from './transport.ts'

/** A text of a reply. */
export const text = z.instanceof(Buffer).transform(String)

const FAILED = [3, 4]
const Answered = z.object({ 1: z.object({ 1: z.number(), 5: text.optional() }) })

/** A connection to HiveServer2. Its methods are calls of https://github.com/apache/hive/blob/master/service-rpc/if/TCLIService.thrift. */
export class HiveConnection {
  readonly #transport: Transport
  readonly #options: HiveOptions

  private constructor(transport: Transport, options: HiveOptions) {
    this.#transport = transport
    this.#options = options
  }

  /** @param signal aborts the calls @throws QueryError saying why there is no connection */
  static async open(options: HiveOptions, signal: AbortSignal): Promise<HiveConnection> {
    return new HiveConnection(await connectTo(options, signal), options)
  }

  close(): void {
    this.#transport.close()
  }

  /**
   * @param request its fields by their numbers
   * @param reply what is read of the reply
   * @throws QueryError with the message of the server
   */
  async call<Reply extends z.ZodType>(
    method: string,
    request: Record<number, Encoded | undefined>,
    reply: Reply,
  ): Promise<z.output<Reply>> {
    const received = this.#read(await this.#transport.exchange(callMessage(method, struct(request))))
    const { 1: status } = this.#parse(Answered, received)
    if (FAILED.includes(status[1])) throw new QueryError(withoutFraming(status[5] ?? `The server refused to ${method}.`))
    return this.#parse(reply, received)
  }

  #read(message: Buffer): unknown {
    try {
      return replyIn(message)
    } catch (error) {
      if (error instanceof CallRefused) throw new QueryError(error.message, { cause: error })
      throw this.#notUnderstood(error)
    }
  }

  #parse<Reply extends z.ZodType>(reply: Reply, received: unknown): z.output<Reply> {
    const { data, error, success } = reply.safeParse(received)
    if (!success) throw this.#notUnderstood(error)
    return data
  }

  #notUnderstood(cause: unknown): QueryError {
    return new QueryError(notThisServer(this.#options), { cause })
  }
}
