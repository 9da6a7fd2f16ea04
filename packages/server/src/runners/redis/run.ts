import { NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { rowsResult } from '../values/rows.ts'
import { joinTables, parseCommands, replyTable, type Table } from './commands.ts'
import type { RedisOptions } from './index.ts'
import { type Connection, stop, withConnection } from './server.ts'

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
      for (const words of commands) tables.push({ command: words.join(' '), ...replyTable(await connection.send(...words)) })
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
