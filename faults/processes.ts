import { readdirSync, readFileSync } from 'node:fs'

/** A process as the system describes it; see proc(5). */
export interface SystemProcess {
  pid: number
  parent: number
  command: string
  /** Resident memory in MB. */
  memory: number
}

/** All processes of this machine that can be read. */
export function allProcesses(): SystemProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8')
        const number = (pattern: RegExp) => Number(pattern.exec(status)?.[1] ?? 0)
        return {
          pid: Number(name),
          parent: number(/^PPid:\s+(\d+)/m),
          command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '),
          memory: number(/^VmRSS:\s+(\d+)/m) / 1024,
        }
      } catch {
        // The process ended between listing and reading.
        return []
      }
    })
}

const EXECUTOR = new URL('../packages/server/src/executor/process.ts', import.meta.url).pathname

/** The executor processes of this installation, also those whose parent is gone. */
export const executorProcesses = (): SystemProcess[] => allProcesses().filter(({ command }) => command.includes(EXECUTOR))

/** Sends a signal. @returns false if the process is gone */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
