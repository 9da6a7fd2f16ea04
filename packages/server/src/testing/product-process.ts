import { spawn } from 'node:child_process'
import { once } from 'node:events'

const MAIN = new URL('../main.ts', import.meta.url).pathname
/** Maximum length of the captured output. */
const LOG_LENGTH = 20_000

/** A process of the product, started as an operator starts it. */
export interface StartedProduct {
  pid: number
  /** Whether it printed its ready line; false if it exited before. */
  ready: Promise<boolean>
  /** Standard output so far. */
  output(): string
  /** Standard error so far. */
  log(): string
  /** Resolves once standard error contains this text. */
  logged(text: string): Promise<void>
  isRunning(): boolean
  /** Sends a signal and waits for the exit. @returns the exit code; null if the signal killed it */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/**
 * @param settings environment variables, besides those that every program needs
 * @param under a wrapper program with its arguments
 */
export function startProduct(settings: Record<string, string>, under: readonly string[] = []): StartedProduct {
  const [program = '', ...args] = [...under, process.execPath, MAIN]
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(program, args, { env: { PATH, NODE_COMPILE_CACHE, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { output: '', log: '' }
  child.stdout.on('data', (chunk) => {
    said.output = `${said.output}${chunk}`.slice(-LOG_LENGTH)
  })
  child.stderr.on('data', (chunk) => {
    said.log = `${said.log}${chunk}`.slice(-LOG_LENGTH)
  })
  // By then, all its output has been read.
  const gone = once(child, 'close')
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid ?? 0,
    ready: Promise.race([once(child.stdout, 'data').then(() => true), gone.then(() => false)]),
    output: () => said.output,
    log: () => said.log,
    async logged(text) {
      while (!said.log.includes(text)) await Promise.race([once(child.stderr, 'data'), gone])
    },
    isRunning,
    async end(signal) {
      if (isRunning()) child.kill(signal)
      await gone
      return child.exitCode
    },
  }
}
