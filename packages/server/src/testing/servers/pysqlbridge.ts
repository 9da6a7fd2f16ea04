import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../postgres-server.ts'
import { startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { pythonPackages } from './python.ts'

const VERSION = '2.1.3'
const packages = () => pythonPackages(`pysqlbridge==${VERSION}`)

/** The only account. */
export const BRIDGE_LOGIN = { user: 'ada', password: 'open sesame' }

/** pySQLbridge: the protocol and the SQL of SQL Server in Python, on tables that are JSON files. It signs its certificate itself. */
export const pysqlbridgeServer = {
  name: 'pySQLbridge',
  version: VERSION,
  origin: 'PyPI',
  fetch: packages,
  start: startBridge,
} satisfies FetchedServer<StartedServer>

/** @param tables rows by the name of their table */
async function startBridge(tables: Record<string, readonly object[]> = {}): Promise<StartedServer> {
  const [env, port] = await Promise.all([packages(), freePort()])
  const started = await startAt({
    name: 'pySQLbridge',
    path: 'python3',
    async prepare(folder) {
      for (const [name, rows] of Object.entries(tables)) await writeFile(join(folder, `${name}.json`), JSON.stringify(rows))
      const settings = {
        // It takes passwords from the environment only.
        logins: [{ user: BRIDGE_LOGIN.user, password: `$${'{'}env:BRIDGE_PASSWORD}` }],
        tables: Object.keys(tables).map((name) => ({ name, json: `${name}.json` })),
      }
      await writeFile(join(folder, 'settings.json'), JSON.stringify(settings))
      return {
        args: ['-m', 'pysqlbridge', '--port', String(port), '--config', join(folder, 'settings.json')],
        env: { ...env, BRIDGE_PASSWORD: BRIDGE_LOGIN.password },
        isReady: (log) => log.includes('listening on'),
      }
    },
    readyLimit: 120_000,
  })
  return { ...started, port }
}
