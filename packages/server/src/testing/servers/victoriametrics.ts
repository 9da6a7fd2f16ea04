import { freePort } from '../free-port.ts'
import { answersAt, startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { goProgram } from './go.ts'

/** The newest version that Go 1.26 builds. */
const VERSION = 'v1.151.0'
const program = () =>
  goProgram({ module: 'github.com/VictoriaMetrics/VictoriaMetrics', version: VERSION, main: 'app/victoria-metrics' })

/** VictoriaMetrics on one node, which keeps samples for a century and asks for no password. */
export const victoriametricsServer: FetchedServer<StartedServer> = {
  name: 'VictoriaMetrics',
  version: VERSION.slice(1),
  origin: 'Go modules',
  fetch: program,
  async start() {
    const [path, port] = await Promise.all([program(), freePort()])
    const started = await startAt({
      name: 'VictoriaMetrics',
      path,
      prepare: async (folder) => ({
        args: [
          ...[`-storageDataPath=${folder}/data`, `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=100y'],
          ...['-memory.allowedBytes=256MB', '-search.latencyOffset=0s'],
        ],
        isReady: () => answersAt(`http://127.0.0.1:${port}/health`),
      }),
    })
    return { ...started, port }
  },
}
