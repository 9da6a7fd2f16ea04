import { freePort } from '../postgres-server.ts'
import { answersAt, startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { pythonPackages } from './python.ts'

const VERSION = '0.1.0a2'
const packages = () => pythonPackages(`crucible-emulator[server]==${VERSION}`)

/** Crucible, which answers BigQuery's REST API from DuckDB, without identities. A job ends before its request does. */
export const crucibleServer: FetchedServer<StartedServer> = {
  name: 'Crucible',
  version: VERSION,
  origin: 'PyPI',
  fetch: packages,
  async start() {
    const [env, port] = await Promise.all([packages(), freePort()])
    const started = await startAt({
      name: 'Crucible',
      path: 'python3',
      prepare: async () => ({
        args: ['-m', 'crucible.cli', 'serve', '--dialect', 'bigquery', '--port', String(port)],
        env,
        isReady: () => answersAt(`http://127.0.0.1:${port}/_crucible/health`),
      }),
      readyLimit: 120_000,
    })
    return { ...started, port }
  },
}
