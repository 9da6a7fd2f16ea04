import { join } from 'node:path'
import { answersAt } from '../started-program.ts'
import { program } from './cache.ts'
import { pythonServer } from './python-server.ts'

const VERSION = '0.1.0'

/** BrickHouse, which answers APIs of Databricks with an engine for Spark's SQL that needs no Java, without identities. */
export const brickhouseServer = pythonServer({
  name: 'BrickHouse',
  version: VERSION,
  packages: [`brickhouse==${VERSION}`],
  async prepare({ folder, port, env }) {
    const workspace = ['--workspace', join(folder, 'workspace')]
    await program('python3', ['-m', 'brickhouse', 'init', ...workspace], { env })
    return {
      args: ['-m', 'brickhouse', 'serve', ...workspace, '--host', '127.0.0.1', '--port', String(port)],
      isReady: () => answersAt(`http://127.0.0.1:${port}/health`),
    }
  },
})
