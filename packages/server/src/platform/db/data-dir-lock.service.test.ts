import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const PROGRAM = new URL('../../testing/lock-program.ts', import.meta.url).pathname
/** A process in namespaces of its own, as in a container: it is process 1 there. */
const CONTAINER = ['unshare', '--pid', '--mount', '--net', '--fork', '--kill-child', '--mount-proc']
const hasNamespaces = spawnSync('unshare', [...CONTAINER.slice(1), 'true']).status === 0
const IN_USE =
  /^The data directory is in use by another Sightline \(process \d+ on .+\): stop it, or choose another SIGHTLINE_DATA_DIR\.$/

let folder: string
let running: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-lock-'))
  running = []
})
afterEach(async () => {
  for (const child of running) await kill(child)
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a process that claims the directory. @returns it, and the line that it prints */
async function claim(under: readonly string[]): Promise<{ child: ChildProcess; line: string }> {
  const [program = '', ...args] = [...under, process.execPath, PROGRAM, join(folder, 'lock')]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(child)
  const [chunk] = await once(child.stdout, 'data')
  return { child, line: String(chunk).trim() }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'close')
  child.kill('SIGKILL')
  await gone
}

// Without the permission to create namespaces there cannot be two processes with the id 1.
describe.each([
  ['this machine', [], true],
  ['other containers', CONTAINER, hasNamespaces],
] as const)('a data directory that processes of %s claim', (_, under, isPossible) => {
  it.runIf(isPossible)('is refused to the second one, and is free once the first one is killed', async () => {
    const first = await claim(under)
    expect(first.line).toBe('locked')
    expect((await claim(under)).line).toMatch(IN_USE)
    expect((await claim([])).line).toMatch(IN_USE)
    await kill(first.child)
    expect((await claim(under)).line).toBe('locked')
  })
})
