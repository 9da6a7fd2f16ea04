import { freePort } from '../free-port.ts'
import { startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { goProgram } from './go.ts'

/** The last version that keeps its documents in SQLite: later ones need an extension of PostgreSQL. */
const VERSION = 'v1.24.2'
const program = () =>
  goProgram({
    module: 'github.com/FerretDB/FerretDB',
    version: VERSION,
    main: 'cmd/ferretdb',
    // Their own build writes it, and the program does not start without it.
    files: { 'build/version/version.txt': `${VERSION}\n` },
  })

/** FerretDB, which speaks MongoDB's protocol, without authentication. */
export const ferretdbServer: FetchedServer<StartedServer> = {
  name: 'FerretDB',
  version: VERSION.slice(1),
  origin: 'Go modules',
  fetch: program,
  async start() {
    const [path, port] = await Promise.all([program(), freePort()])
    const started = await startAt({
      name: 'FerretDB',
      path,
      prepare: async (folder) => ({
        args: [
          ...['--handler=sqlite', `--sqlite-url=file:${folder}/`, `--state-dir=${folder}`, '--telemetry=disable'],
          ...[`--listen-addr=127.0.0.1:${port}`, '--debug-addr=-'],
        ],
        isReady: (log) => /Listening on TCP/.test(log),
      }),
    })
    return { ...started, port }
  },
}
