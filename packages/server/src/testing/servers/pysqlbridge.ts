import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { pythonPackages } from './python.ts'
import { startPython } from './python-server.ts'

const VERSION = '2.1.3'
const PACKAGES = [`pysqlbridge==${VERSION}`] as const

/** The only account. */
export const BRIDGE_LOGIN = { user: 'ada', password: 'open sesame' }

/** @param tables rows by the name of their table */
const startBridge = (tables: Record<string, readonly object[]> = {}): Promise<StartedServer> =>
  startPython({
    name: 'pySQLbridge',
    packages: PACKAGES,
    async prepare({ folder, port }) {
      for (const [name, rows] of Object.entries(tables)) await writeFile(join(folder, `${name}.json`), JSON.stringify(rows))
      const settings = {
        // It takes passwords from the environment only.
        logins: [{ user: BRIDGE_LOGIN.user, password: `$${'{'}env:BRIDGE_PASSWORD}` }],
        tables: Object.keys(tables).map((name) => ({ name, json: `${name}.json` })),
      }
      await writeFile(join(folder, 'settings.json'), JSON.stringify(settings))
      return {
        args: ['-m', 'pysqlbridge', '--port', String(port), '--config', join(folder, 'settings.json')],
        env: { BRIDGE_PASSWORD: BRIDGE_LOGIN.password },
        isReady: (log) => log.includes('listening on'),
      }
    },
  })

/** pySQLbridge: the protocol and the SQL of SQL Server in Python, on tables that are JSON files. It signs its certificate itself. */
export const pysqlbridgeServer = {
  name: 'pySQLbridge',
  version: VERSION,
  origin: 'PyPI',
  fetch: () => pythonPackages(...PACKAGES),
  start: startBridge,
} satisfies FetchedServer<StartedServer>
