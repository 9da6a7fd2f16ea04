import { answersAt } from '../started-program.ts'
import { pythonServer } from './python-server.ts'

const VERSION = '5.2.5'

/** Moto, which mocks services of Amazon in memory and does not check signatures. */
export const motoServer = pythonServer({
  name: 'Moto',
  version: VERSION,
  packages: [`moto[server,dynamodb]==${VERSION}`],
  prepare: async ({ port }) => ({
    args: ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)],
    isReady: () => answersAt(`http://127.0.0.1:${port}/moto-api/`),
  }),
})
