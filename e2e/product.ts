import { type ChildProcess, spawn } from 'node:child_process'
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { areAnswersSlow, openSlowWay } from './slowness.ts'

/** The product as a user starts it: `npm start` on a data directory of its own. */
export interface RunningProduct {
  url: string
  /** The address printed at start; on a first run it carries the one-time set-up token. */
  printedAddress: string
  stop(): Promise<void>
}

/** The data directory that a product starts with; empty by default. */
export interface StartedOn {
  /** A data directory that stays when the product stops. */
  dataDir?: string
  /** A data directory of which it gets a copy. */
  installation?: string
}

/**
 * Starts the built product.
 * @param env settings beside `SIGHTLINE_DATA_DIR`; without a `PORT` it takes a free one
 */
export async function startProduct(
  env: Record<string, string> = {},
  { dataDir: kept, installation }: StartedOn = {},
): Promise<RunningProduct> {
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'sightline-e2e-'))
  if (installation) cpSync(installation, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const port = Number(env.PORT) || (await freePort())
  // Where answers are slow, browsers reach it by a slow way that takes its place.
  const ownPort = areAnswersSlow ? await freePort() : port
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, SIGHTLINE_DATA_DIR: dataDir, ...env, PORT: String(ownPort) },
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

function addressPrintedBy(child: ChildProcess): Promise<string> {
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

/** A free port on the loopback address. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}
