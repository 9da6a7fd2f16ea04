import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const port = process.env.PORT ?? '5000'

/** The server restarts when one of its files changes; the web app is served by Vite, which passes calls on to it. */
const children: ChildProcess[] = [
  run(['--watch', '--watch-preserve-output', 'packages/server/src/main.ts'], { PORT: port, NODE_ENV: 'development' }),
  run(['node_modules/vite/bin/vite.js', 'packages/web'], { SIGHTLINE_DEV_SERVER: `http://127.0.0.1:${port}` }),
]

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal))

function run(args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
  // Neither is of use without the other.
  child.once('exit', () => stop('SIGTERM'))
  return child
}

function stop(signal: NodeJS.Signals): void {
  for (const child of children) if (child.exitCode === null) child.kill(signal)
}
