import { createClient, RESP_TYPES } from '@redis/client'
import { CANCELLED, ConnectionLost, type ErrandContext, QueryError, type Session } from '../runner.ts'
import { connectionFailure } from '../sql/connection-messages.ts'
import type { RedisOptions } from './index.ts'

export type RedisContext = Pick<ErrandContext<RedisOptions>, 'config' | 'signal'>

/** A connection that sends commands one after the other. */
export interface Connection {
  /** @throws QueryError with the server's message */
  send(...words: string[]): Promise<unknown>
  close(): void
}

const CONNECT_LIMIT = 10_000

/** @throws QueryError saying why there is no connection */
export async function connect({ config, signal }: RedisContext): Promise<Connection> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  const { host, port, db, username, password, use_ssl: tls, verify_ssl: rejectUnauthorized } = config
  const socket = { host, port, connectTimeout: CONNECT_LIMIT, reconnectStrategy: false } as const
  const client = createClient({
    socket: tls ? { ...socket, tls: true, rejectUnauthorized } : socket,
    database: db,
    RESP: 3,
    commandOptions: { typeMapping: { [RESP_TYPES.MAP]: Map } },
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
  })
  // Errors reach the caller of a command; without a listener they would end the process.
  client.on('error', () => {})
  const close = () => client.destroy()
  signal.addEventListener('abort', () => client.isOpen && close(), { once: true })
  const failureOf = (error: unknown): QueryError => {
    if (signal.aborted) return new QueryError(CANCELLED, { cause: error })
    const message = connectionFailure(error, { host, port }) ?? (error instanceof Error ? error.message : String(error))
    return /^Socket closed/.test(message) ? new ConnectionLost({ cause: error }) : new QueryError(message, { cause: error })
  }
  await client.connect().catch((error) => {
    throw failureOf(error)
  })
  return {
    send: async (...words) =>
      client.sendCommand(words).catch((error: unknown) => {
        throw failureOf(error)
      }),
    close: () => {
      if (client.isOpen) close()
    },
  }
}

export async function withConnection<Result>(
  context: RedisContext,
  act: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(context)
  try {
    return await act(connection)
  } finally {
    connection.close()
  }
}

/**
 * Kills a connection, and the script that it may be running. A script ends some steps after it was killed, and until then the
 * server accepts no other command.
 */
export async function stop({ client }: Session, context: RedisContext): Promise<void> {
  await withConnection(context, async ({ send }) => {
    while (!(await isTaken(send('CLIENT', 'KILL', 'ID', String(client)), 'BUSY')))
      await isTaken(send('SCRIPT', 'KILL'), 'NOTBUSY')
  })
}

/**
 * Whether a command succeeded.
 * @param refusal first word of an error that only means that the command came at the wrong time
 */
async function isTaken(order: Promise<unknown>, refusal: string): Promise<boolean> {
  try {
    await order
    return true
  } catch (error) {
    if (error instanceof QueryError && error.message.startsWith(`${refusal} `)) return false
    throw error
  }
}
