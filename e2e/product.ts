import { type ChildProcess, spawn } from 'node:child_process'
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { areAnswersSlow, openSlowWay } from './slowness.ts'

/** A line for each request would bury the errors in the output of the tests. */
export const QUIET = { SIGHTLINE_ACCESS_LOG: '0' }

/** A server started with `npm start` on a separate data directory. */
export interface RunningProduct {
  url: string
  /** The URL printed at startup; on a first run it contains the one-time setup token. */
  printedAddress: string
  stop(): Promise<void>
}

/** The data directory of a server; a new, empty one by default. */
export interface StartedOn {
  /** A data directory to use in place; it is kept when the server stops. */
  dataDir?: string
  /** A data directory to copy. */
  installation?: string
}

/**
 * Starts the built product.
 * @param env environment variables besides `SIGHTLINE_DATA_DIR`; without `PORT` a free port is used
 */
export async function startProduct(
  env: Record<string, string> = {},
  { dataDir: kept, installation }: StartedOn = {},
): Promise<RunningProduct> {
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'sightline-e2e-'))
  if (installation) cpSync(installation, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const port = Number(env.PORT) || (await freePort())
  // In slow mode a proxy with delays listens on the public port.
  const ownPort = areAnswersSlow ? await freePort() : port
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, ...QUIET, SIGHTLINE_DATA_DIR: dataDir, ...env, PORT: String(ownPort) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printedAddress = await addressPrintedBy(child)
  const closeSlowWay = areAnswersSlow ? await openSlowWay(port, ownPort) : null
  return {
    url: `http://127.0.0.1:${port}`,
    printedAddress: printedAddress.replace(`:${ownPort}/`, `:${port}/`),
    async stop() {
      await closeSlowWay?.()
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      if (!kept) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Waits for the URL that a starting server prints. */
export function addressPrintedBy(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const [address] = /http:\/\/\S+/.exec(output) ?? []
      if (address && output.endsWith('\n')) resolve(address)
    })
    child.once('exit', () => reject(new Error(`The product stopped while starting:\n${output}`)))
  })
}
