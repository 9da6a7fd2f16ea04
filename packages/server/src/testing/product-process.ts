import { spawn } from 'node:child_process'
import { once } from 'node:events'

const MAIN = new URL('../main.ts', import.meta.url).pathname
/** Characters of the log of a process that are kept. */
const LOG_LENGTH = 20_000

/** A process of the product, started as an operator starts it. */
export interface StartedProduct {
  pid: number
  /** Whether it got ready: it prints one line then. False when it ended instead. */
  ready: Promise<boolean>
  /** Standard output so far. */
  output(): string
  /** Standard error so far. */
  log(): string
  /** Resolves once standard error holds this text. */
  logged(text: string): Promise<void>
  isRunning(): boolean
  /** Sends a signal and waits for the end. @returns the exit code; null when the signal ended it at once */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/**
 * @param settings environment variables; none but these and those that programs need
 * @param under a program that starts it, with its arguments
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
  // All that it wrote has been read then.
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
