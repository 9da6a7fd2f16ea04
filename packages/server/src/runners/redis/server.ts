import { createClient, RESP_TYPES } from '@redis/client'
import { CANCELLED, ConnectionLost, QueryError, type Session, type SourceContext } from '../runner.ts'
import { connectionFailure } from '../sql/connection-failure.ts'
import type { RedisOptions } from './index.ts'

export type Context = Pick<SourceContext<RedisOptions>, 'config' | 'signal'>

/** A connection on which commands are asked one after the other. */
export interface Connection {
  /** @throws QueryError in the server's words */
  ask(...words: string[]): Promise<unknown>
  close(): void
}

const CONNECT_LIMIT = 10_000

/** @throws QueryError why there is no connection */
export async function connected({ config, signal }: Context): Promise<Connection> {
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
  // What is wrong is told to whoever asked: without a listener it would end the process.
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
    ask: async (...words) =>
      client.sendCommand(words).catch((error: unknown) => {
        throw failureOf(error)
      }),
    close: () => {
      if (client.isOpen) close()
    },
  }
}

export async function withConnection<Result>(
  context: Context,
  act: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await connected(context)
  try {
    return await act(connection)
  } finally {
    connection.close()
  }
}

/**
 * Ends a connection, and the script that it may be running: then the server does nothing for it any more. A script hears of its end
 * some steps later, and until then the server takes no other order.
 */
export async function stop({ client }: Session, context: Context): Promise<void> {
  await withConnection(context, async ({ ask }) => {
    while (!(await isTaken(ask('CLIENT', 'KILL', 'ID', String(client)), 'BUSY')))
      await isTaken(ask('SCRIPT', 'KILL'), 'NOTBUSY')
  })
}

/** Whether an order was taken. @param refusal the first word of an answer that only says that it came at the wrong time */
async function isTaken(order: Promise<unknown>, refusal: string): Promise<boolean> {
  try {
    await order
    return true
  } catch (error) {
    if (error instanceof QueryError && error.message.startsWith(`${refusal} `)) return false
    throw error
  }
}
