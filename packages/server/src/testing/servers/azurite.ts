import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { startAt } from '../started-program.ts'
import { cached, program } from './cache.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'

const VERSION = '3.37.0'

const packages = () =>
  cached([`azurite-${VERSION}`], async (folder) => {
    await program('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', `azurite@${VERSION}`])
  })

/** The account that Azurite has, with the key that its documents name. */
export const AZURITE_KEYS = {
  accessKey: 'devstoreaccount1',
  secretKey: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
}

/** Azurite, Microsoft's emulator of Azure Blob Storage. */
export const azurite: FetchedServer<StartedServer> = {
  name: 'Azurite',
  version: VERSION,
  origin: 'npm',
  fetch: packages,
  async start() {
    const [installed, port] = await Promise.all([packages(), freePort()])
    const started = await startAt({
      name: 'Azurite',
      path: process.execPath,
      prepare: async (folder) => ({
        args: [
          join(installed, 'node_modules/azurite/dist/src/blob/main.js'),
          ...['--blobHost', '127.0.0.1', '--blobPort', String(port), '--location', folder, '--silent', '--disableTelemetry'],
          // The client knows a newer version of the protocol, of which these requests use nothing.
          '--skipApiVersionCheck',
        ],
        isReady: (log) => log.includes('successfully listens'),
      }),
    })
    return { ...started, port }
  },
}
