import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { answersAt, startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { pythonPackages } from './python.ts'

const VERSION = '0.12.7'

/** The package for Python contains the program. Returns its path. */
async function program(): Promise<string> {
  const { PYTHONPATH } = await pythonPackages(`roapi==${VERSION}`)
  return join(PYTHONPATH, 'bin', 'roapi')
}

/** The server answers this user, and all who send the token. */
export const ROAPI_LOGIN = { username: 'grace', password: 'a secret' }
export const ROAPI_TOKEN = 'a token of the operator'

/** ROAPI, which answers from DataFusion. It computes a whole result before it sends the first row. */
export const roapiServer: FetchedServer<StartedServer> = {
  name: 'ROAPI',
  version: VERSION,
  origin: 'PyPI',
  fetch: program,
  async start() {
    const [path, port, httpPort] = await Promise.all([program(), freePort(), freePort()])
    const started = await startAt({
      name: 'ROAPI',
      path,
      async prepare(folder) {
        await writeFile(join(folder, 'cities.csv'), 'City,inhabitants\nOslo,717710\nZürich,448664\n')
        // JSON is YAML as well.
        const settings = {
          addr: { flight_sql: `127.0.0.1:${port}`, http: `127.0.0.1:${httpPort}` },
          tables: [{ name: 'cities', uri: join(folder, 'cities.csv') }],
          flight_sql_config: { auth_basic: ROAPI_LOGIN, auth_token: ROAPI_TOKEN },
        }
        await writeFile(join(folder, 'roapi.yml'), JSON.stringify(settings))
        return {
          args: ['--config', join(folder, 'roapi.yml')],
          isReady: () => answersAt(`http://127.0.0.1:${httpPort}/health`),
        }
      },
    })
    return { ...started, port }
  },
}
