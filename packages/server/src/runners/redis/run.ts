import { StoppableRun } from '../http/stoppable-run.ts'
import { NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { rowsResult } from '../values/rows.ts'
import { commandsIn } from './commands.ts'
import type { RedisOptions } from './index.ts'
import { joined, type Table, tableOf } from './replies.ts'
import { type Connection, stop, withConnection } from './server.ts'

const STOP_LIMIT = 4500
/** Commands that change nothing, though Redis does not count them among those that read. */
const HARMLESS = new Set(['ping', 'echo', 'time', 'info', 'command', 'lastsave'])

export async function run(text: string, { config, signal, onSession }: RunContext<RedisOptions>): Promise<RunnerResult> {
  const commands = commandsIn(text)
  let client: number | undefined
  const course = new StoppableRun(signal, async () => {
    if (client !== undefined) await stop({ client }, { config, signal: AbortSignal.timeout(STOP_LIMIT) })
  })
  return course.result(() =>
    withConnection({ config, signal: course.signal }, async (connection) => {
      if (commands.length === 0) throw new QueryError(NO_DATA)
      client = Number(await connection.ask('CLIENT', 'ID'))
      onSession?.({ client })
      if (!config.allow_writing) for (const words of commands) await checkReads(connection, words)
      const tables: (Table & { command: string })[] = []
      for (const words of commands) tables.push({ command: words.join(' '), ...tableOf(await connection.ask(...words)) })
      const { columns, rows } = tables.length === 1 && tables[0] ? tables[0] : joined(tables)
      return rowsResult(
        columns.map((name) => ({ name })),
        [rows],
      )
    }),
  )
}

/** @throws QueryError for what the server itself does not count among the commands that only read */
async function checkReads({ ask }: Connection, [name = '', part = '']: string[]): Promise<void> {
  const command = name.toLowerCase()
  if (HARMLESS.has(command)) return
  const found = await ask('COMMAND', 'INFO', command, ...(part === '' ? [] : [`${command}|${part.toLowerCase()}`]))
  const [whole, exact] = Array.isArray(found) ? found : []
  // What the server does not know it will refuse, in its own words.
  if (!whole) return
  const flags: unknown = (exact ?? whole)[2]
  const names = flags instanceof Set || Array.isArray(flags) ? [...flags].map(String) : []
  if (!names.includes('readonly'))
    throw new QueryError(`This data source is only read: ${name.toUpperCase()} is no command that only reads.`)
}
