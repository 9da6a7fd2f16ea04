import { createClient, RESP_TYPES } from '@redis/client'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import {
  CANCELLED,
  ConnectionLost,
  NO_DATA,
  QueryError,
  type RunContext,
  type RunnerResult,
  type Session,
  type SourceContext,
} from '../runner.ts'
import { closedByServer, connectionFailure } from '../sql/connection-messages.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { rowsResult } from '../values/rows.ts'
import { joinTables, parseCommands, replyTable, type Table } from './commands.ts'
import type { RedisOptions } from './index.ts'

/** Commands that change nothing, although Redis does not flag them as read-only. */
const READ_ONLY_COMMANDS = new Set(['ping', 'echo', 'time', 'info', 'command', 'lastsave'])

export async function run(text: string, { config, signal, onSession }: RunContext<RedisOptions>): Promise<RunnerResult> {
  const commands = parseCommands(text)
  let client: number | undefined
  const stoppableRun = new StoppableRun(signal, async () => {
    if (client !== undefined) await stop({ client }, { config, signal: stopTimeout() })
  })
  return stoppableRun.result(() =>
    withConnection({ config, signal: stoppableRun.signal }, async (connection) => {
      if (commands.length === 0) throw new QueryError(NO_DATA)
      client = Number(await connection.send('CLIENT', 'ID'))
      onSession?.({ client })
      if (!config.allow_writing) for (const words of commands) await requireReadOnly(connection, words)
      const tables: (Table & { command: string })[] = []
      for (const words of commands) {
        const command = words.join(' ')
        const reply = await connection.send(...words).catch((error) => {
          // The server does not say which key it means.
          throw isKeyRefused(error) ? new QueryError(`${error.message}: ${command}`, { cause: error }) : error
        })
        tables.push({ command, ...replyTable(reply) })
      }
      const { columns, rows } = tables.length === 1 && tables[0] ? tables[0] : joinTables(tables)
      return rowsResult(
        columns.map((name) => ({ name })),
        [rows],
      )
    }),
  )
}

/** @throws QueryError for commands that the server does not flag as read-only */
async function requireReadOnly({ send }: Connection, [name = '', part = '']: string[]): Promise<void> {
  const command = name.toLowerCase()
  if (READ_ONLY_COMMANDS.has(command)) return
  const info = await send('COMMAND', 'INFO', command, ...(part === '' ? [] : [`${command}|${part.toLowerCase()}`]))
  const [whole, exact] = Array.isArray(info) ? info : []
  // The server will reject an unknown command with its own message.
  if (!whole) return
  const flags: unknown = (exact ?? whole)[2]
  const names = flags instanceof Set || Array.isArray(flags) ? [...flags].map(String) : []
  if (!names.includes('readonly'))
    throw new QueryError(`This data source is only read: ${name.toUpperCase()} is no command that only reads.`)
}

/** Whether the login may not read a key; a command that it may not run has another message. */
const isKeyRefused = (error: unknown): error is QueryError =>
  error instanceof QueryError && /^NOPERM\b.*\b(keys?|channels?)\b/i.test(error.message)

export type RedisContext = Pick<SourceContext<RedisOptions>, 'config' | 'signal'>

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
  const close = () => {
    if (client.isOpen) client.destroy()
  }
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => undefined)
  // A driver that is closed before its socket has opened would open a session nevertheless, and wait for its end.
  let hasSocket = false
  client.on('connect', () =>
    setImmediate(() => {
      hasSocket = true
      if (signal.aborted) close()
    }),
  )
  const abort = () => {
    reject(signal.reason)
    if (hasSocket) close()
  }
  signal.addEventListener('abort', abort, { once: true })
  const failureOf = (error: unknown): QueryError => {
    if (signal.aborted) return new QueryError(CANCELLED, { cause: error })
    const message = connectionFailure(error, { host, port }) ?? (error instanceof Error ? error.message : String(error))
    return /^Socket closed/.test(message) ? new ConnectionLost({ cause: error }) : new QueryError(message, { cause: error })
  }
  await Promise.race([client.connect(), aborted]).catch((error) => {
    const failure = failureOf(error)
    // Nothing was asked of the server yet, so it is not unknown what it has done.
    throw failure instanceof ConnectionLost ? new QueryError(closedByServer({ host, port }), { cause: error }) : failure
  })
  return {
    send: async (...words) =>
      client.sendCommand(words).catch((error: unknown) => {
        throw failureOf(error)
      }),
    close,
  }
}

async function withConnection<Result>(
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
    while (!(await isAccepted(send('CLIENT', 'KILL', 'ID', String(client)), 'BUSY')))
      await isAccepted(send('SCRIPT', 'KILL'), 'NOTBUSY')
  })
}

/**
 * Whether a command succeeded.
 * @param refusal first word of an error that only means that the command came at the wrong time
 */
async function isAccepted(reply: Promise<unknown>, refusal: string): Promise<boolean> {
  try {
    await reply
    return true
  } catch (error) {
    if (error instanceof QueryError && error.message.startsWith(`${refusal} `)) return false
    throw error
  }
}

/** Maximum number of keys to scan, and of patterns to list. */
const MAX_KEYS = 20_000
const MAX_PATTERNS = 500

/** Sends what each run sends, so that a login without the right to do so is refused here as well. */
export async function testConnection(context: RedisContext): Promise<void> {
  await withConnection(context, async (connection) => {
    await connection.send('CLIENT', 'ID')
    if (!context.config.allow_writing) await requireReadOnly(connection, ['GET'])
  })
}

/** Lists keys by their prefix, such as `user:*`: for hashes with the fields of one example, for others with their type. */
export function readSchema(context: RedisContext): Promise<SchemaTable[]> {
  return withConnection(context, async (connection) => {
    const examples = await keysByPattern(connection)
    const patterns = [...examples].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, MAX_PATTERNS)
    const tables: SchemaTable[] = []
    for (const [name, key] of patterns) {
      const columns = await columnsOf(connection, key).catch((error) => {
        if (isKeyRefused(error)) return null
        throw error
      })
      // The server lists the names of all keys, also of those that the login may not read.
      if (columns !== null) tables.push({ name, columns })
    }
    return tables
  })
}

/** One example key per pattern. */
async function keysByPattern({ send }: Connection): Promise<Map<string, string>> {
  const examples = new Map<string, string>()
  let seen = 0
  for (let cursor = '0'; ; ) {
    const [next, keys] = (await send('SCAN', cursor, 'COUNT', '1000')) as [string, string[]]
    for (const key of keys) examples.set(key.replace(/:.*$/s, ':*'), key)
    seen += keys.length
    cursor = String(next)
    if (cursor === '0' || seen >= MAX_KEYS) return examples
  }
}

async function columnsOf({ send }: Connection, key: string): Promise<SchemaTable['columns']> {
  const type = String(await send('TYPE', key))
  if (type !== 'hash') return [{ name: 'value', type }]
  const fields = (await send('HKEYS', key)) as string[]
  return fields.sort().map((name) => ({ name, type: 'string' }))
}
