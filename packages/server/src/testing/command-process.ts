import { spawn } from 'node:child_process'
import { once } from 'node:events'

const CLI = new URL('../cli.ts', import.meta.url).pathname

/** A command of the operator in a process of its own. */
export interface CommandProcess {
  /** Resolves once the command has reported something. */
  reported: Promise<unknown>
  /** Kills it, if asked to, and waits for its end. @returns its exit code, null if it was killed, and everything that it printed */
  end(signal?: 'SIGKILL'): Promise<{ code: number | null; output: string }>
}

/**
 * @param settings environment variables, besides those that every program needs
 * @param under a wrapper program with its arguments
 */
export function startCommand(
  args: readonly string[],
  settings: Record<string, string>,
  under: readonly string[] = [],
): CommandProcess {
  const [program = '', ...rest] = [...under, process.execPath, CLI, ...args]
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(program, rest, { env: { PATH, NODE_COMPILE_CACHE, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const gone = once(child, 'close')
  return {
    reported: Promise.race([once(child.stderr, 'data'), gone]),
    async end(signal) {
      if (signal !== undefined) child.kill(signal)
      await gone
      return { code: child.exitCode, output: output.trim() }
    },
  }
}
