import { freePort } from '../postgres-server.ts'
import { answersAt, startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { pythonPackages } from './python.ts'

const VERSION = '5.2.5'
const packages = () => pythonPackages(`moto[server,dynamodb]==${VERSION}`)

/** Moto, which mocks services of Amazon in memory and does not check signatures. */
export const motoServer: FetchedServer<StartedServer> = {
  name: 'Moto',
  version: VERSION,
  origin: 'PyPI',
  fetch: packages,
  async start() {
    const [env, port] = await Promise.all([packages(), freePort()])
    const started = await startAt({
      name: 'Moto',
      path: 'python3',
      prepare: async () => ({
        args: ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)],
        env,
        isReady: () => answersAt(`http://127.0.0.1:${port}/moto-api/`),
      }),
      readyLimit: 120_000,
    })
    return { ...started, port }
  },
}
