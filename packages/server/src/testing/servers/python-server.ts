import { freePort } from '../free-port.ts'
import { startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { pythonPackages } from './python.ts'

/** Milliseconds until a server must be ready: Python compiles what it imports for the first time. */
const READY_LIMIT = 120_000

/** A server in packages of PyPI. */
interface PythonServer {
  name: string
  version: string
  /** Requirements such as `moto[server]==5.1.0`. */
  packages: readonly [string, ...string[]]
  prepare: Prepare
}

/**
 * Prepares the data folder of a server, with the environment in which `python3 -m` finds its packages.
 * @returns the arguments of `python3`, further variables of its environment, and when it is ready
 */
type Prepare = (place: { folder: string; port: number; env: Record<string, string> }) => Promise<{
  args: string[]
  env?: Record<string, string>
  isReady(log: string): boolean | Promise<boolean>
}>

/** Describes a server that `npm run test:servers` fetches from PyPI. */
export const pythonServer = (server: PythonServer): FetchedServer<StartedServer> => ({
  name: server.name,
  version: server.version,
  origin: 'PyPI',
  fetch: () => pythonPackages(...server.packages),
  start: () => startPython(server),
})

/** Starts such a server on a free port. */
export async function startPython({ name, packages, prepare }: Omit<PythonServer, 'version'>): Promise<StartedServer> {
  const [env, port] = await Promise.all([pythonPackages(...packages), freePort()])
  const started = await startAt({
    name,
    path: 'python3',
    async prepare(folder) {
      const prepared = await prepare({ folder, port, env })
      return { ...prepared, env: { ...env, ...prepared.env } }
    },
    readyLimit: READY_LIMIT,
  })
  return { ...started, port }
}
