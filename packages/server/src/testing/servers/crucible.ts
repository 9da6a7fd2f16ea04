import { answersAt } from '../started-program.ts'
import { pythonServer } from './python-server.ts'

const VERSION = '0.1.0a2'

/** Crucible, which answers BigQuery's REST API from DuckDB, without identities. A job ends before its request does. */
export const crucibleServer = pythonServer({
  name: 'Crucible',
  version: VERSION,
  packages: [`crucible-emulator[server]==${VERSION}`],
  prepare: async ({ port }) => ({
    args: ['-m', 'crucible.cli', 'serve', '--dialect', 'bigquery', '--port', String(port)],
    isReady: () => answersAt(`http://127.0.0.1:${port}/_crucible/health`),
  }),
})
