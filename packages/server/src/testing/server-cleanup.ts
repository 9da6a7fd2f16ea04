import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'

/**
 * Returns a function that stops a server and removes its folder. If the test run is aborted, the same happens on exit.
 * @param signal the signal that stops the server
 */
export function serverCleanup(
  running: ChildProcess,
  folder: string,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): () => Promise<void> {
  const remove = () => {
    running.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', remove)
  return async () => {
    if (running.exitCode === null && running.signalCode === null) {
      running.kill(signal)
      await once(running, 'exit')
    }
    process.off('exit', remove)
    await rm(folder, { recursive: true, force: true })
  }
}
