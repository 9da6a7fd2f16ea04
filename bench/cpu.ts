import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of the system in a second. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** A running process; see proc(5). */
interface Measured {
  pid: number
  parent: number
  /** Name of the program. */
  name: string
  /** Processor seconds so far, in user and system mode. */
  own: number
  /** The same of its children that have ended. */
  ended: number
}

function measured(pid: number): Measured | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may contain spaces.
    const end = stat.lastIndexOf(')')
    const fields = stat
      .slice(end + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    const name = stat.slice(stat.indexOf('(') + 1, end)
    return { pid, parent, name, own: (user + system) / TICKS, ended: (endedUser + endedSystem) / TICKS }
  } catch {
    // The process has ended.
    return null
  }
}

const allProcesses = (): Measured[] =>
  readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [measured(Number(name)) ?? []].flat() : []))

/** Processor seconds that a process has used so far, without its children. */
export const cpuSeconds = (pid: number): number => measured(pid)?.own ?? 0

/** Processor seconds of a process and of everything that it has started, at any depth. */
export function cpuSecondsOfTree(root: number): number {
  const all = new Map(allProcesses().map((one) => [one.pid, one]))
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(all.get(pid)?.parent ?? 0))
  return [...all.values()].reduce((sum, { pid, own, ended }) => (isBelow(pid) ? sum + own + ended : sum), 0)
}

/** The processes of this name that this process has started, oldest first. */
export const childrenNamed = (name: string): number[] =>
  allProcesses()
    .filter((one) => one.parent === process.pid && one.name === name)
    .map(({ pid }) => pid)
