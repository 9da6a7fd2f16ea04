import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'

/**
 * What ends a server that a test has started, and removes its folder. A test run that is ended in the middle does the same, and
 * leaves no server behind.
 * @param signal how the server is asked
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
