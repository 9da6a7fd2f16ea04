import { join } from 'node:path'
import { freePort } from '../postgres-server.ts'
import { answersAt, startAt } from '../started-program.ts'
import { program } from './cache.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { pythonPackages } from './python.ts'

const VERSION = '0.1.0'
const packages = () => pythonPackages(`brickhouse==${VERSION}`)

/** BrickHouse, which answers APIs of Databricks with an engine for Spark's SQL that needs no Java, without identities. */
export const brickhouseServer: FetchedServer<StartedServer> = {
  name: 'BrickHouse',
  version: VERSION,
  origin: 'PyPI',
  fetch: packages,
  async start() {
    const [env, port] = await Promise.all([packages(), freePort()])
    const started = await startAt({
      name: 'BrickHouse',
      path: 'python3',
      async prepare(folder) {
        const workspace = ['--workspace', join(folder, 'workspace')]
        await program('python3', ['-m', 'brickhouse', 'init', ...workspace], { env })
        return {
          args: ['-m', 'brickhouse', 'serve', ...workspace, '--host', '127.0.0.1', '--port', String(port)],
          env,
          isReady: () => answersAt(`http://127.0.0.1:${port}/health`),
        }
      },
      readyLimit: 120_000,
    })
    return { ...started, port }
  },
}
