import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../fuzz/random.ts'
import { type ProxyFault, s3Error } from '../packages/server/src/testing/http-proxy.ts'
import type { PostgresServer } from '../packages/server/src/testing/postgres-server.ts'
import type { TcpProxy } from '../packages/server/src/testing/tcp-proxy.ts'
import type { Cluster } from './cluster.ts'
import type { Member } from './member.ts'
import { executorProcesses, signal } from './processes.ts'

/** A kind of fault. */
export interface FaultKind {
  name: string
  /** How often it is chosen, relative to the others. */
  weight: number
  /** The parts that it can break: nothing is broken by two faults at a time. */
  targets(cluster: Cluster): readonly string[]
  /** Whether processes of the installation end by it. */
  endsProcesses: boolean
  /** Breaks the target and mends it again. */
  inject(cluster: Cluster, target: string, random: Random): Promise<void>
}

const named = ({ members }: Cluster, name: string): Member => {
  const member = members.find((one) => one.name === name)
  if (!member) throw new Error(`There is no process ${name}.`)
  return member
}

const ofRole = (role: Member['role']) => (cluster: Cluster) =>
  cluster.members.filter((member) => member.role === role).map(({ name }) => name)

const ending = (role: Member['role'], name: 'SIGTERM' | 'SIGKILL', weight: number): FaultKind => ({
  name: `${role} process ${name === 'SIGKILL' ? 'killed' : 'asked to stop, and started again'}`,
  weight,
  targets: ofRole(role),
  endsProcesses: true,
  inject: (cluster, target) => named(cluster, target).restart(name),
})

/** @param milliseconds the shortest and the longest pause */
const pausing = (role: Member['role'], [min, max]: [number, number], weight: number): FaultKind => ({
  name: `${role} process paused for ${min / 1000} to ${max / 1000} s`,
  weight,
  targets: ofRole(role),
  endsProcesses: false,
  async inject(cluster, target, random) {
    const { pid } = named(cluster, target)
    signal(pid, 'SIGSTOP')
    await sleep(random.int(min, max))
    signal(pid, 'SIGCONT')
  },
})

/** An executor process that is at work or idle, in any of the members. */
function anyExecutor({ members }: Cluster, random: Random): number | null {
  const parents = new Set(members.map(({ pid }) => pid))
  const found = executorProcesses().filter(({ parent }) => parents.has(parent))
  return found.length === 0 ? null : random.pick(found).pid
}

const killedExecutor: FaultKind = {
  name: 'executor process killed',
  weight: 12,
  targets: () => ['executors'],
  endsProcesses: false,
  async inject(cluster, _, random) {
    const pid = anyExecutor(cluster, random)
    if (pid !== null) signal(pid, 'SIGKILL')
  },
}

const pausedExecutor: FaultKind = {
  name: 'executor process paused for 0.5 to 4 s',
  weight: 8,
  targets: () => ['executors'],
  endsProcesses: false,
  async inject(cluster, _, random) {
    const pid = anyExecutor(cluster, random)
    if (pid === null) return
    signal(pid, 'SIGSTOP')
    await sleep(random.int(500, 4000))
    signal(pid, 'SIGCONT')
  },
}

/** A connection between the installation and a database. */
const lines = {
  'the metadata database': (cluster: Cluster): [TcpProxy, PostgresServer] => [cluster.metadataProxy, cluster.metadataServer],
  'the data source': (cluster: Cluster): [TcpProxy, PostgresServer] => [cluster.sourceProxy, cluster.sourceServer],
} as const
type Line = keyof typeof lines

const common = (line: Line) => ({ targets: () => [line], endsProcesses: false })

const cut = (line: Line, weight: number): FaultKind => ({
  ...common(line),
  name: `connections to ${line} cut`,
  weight,
  inject: async (cluster) => lines[line](cluster)[0].cut(),
})

/** The server has done what it was asked to do, and the client does not hear of it. */
const cutAnswer = (line: Line, weight: number): FaultKind => ({
  ...common(line),
  name: `connections to ${line} cut during an answer`,
  weight,
  async inject(cluster, _, random) {
    const [proxy] = lines[line](cluster)
    let left = random.int(1, 60)
    const isCut = new Promise<void>((resolve) => {
      proxy.passes = (_, from) => {
        if (from === 'client' || --left > 0) return true
        proxy.passes = () => true
        proxy.cut()
        resolve()
        return false
      }
    })
    await Promise.race([isCut, sleep(5000, undefined, { ref: false })])
    proxy.passes = () => true
  },
})

/** Nothing passes for a while, in either direction; the connections end only then. */
const silent = (line: Line, weight: number): FaultKind => ({
  ...common(line),
  name: `network to ${line} silent for 1 to 5 s, then cut`,
  weight,
  async inject(cluster, _, random) {
    const [proxy] = lines[line](cluster)
    proxy.passes = () => false
    await sleep(random.int(1000, 5000))
    proxy.cut()
    proxy.passes = () => true
  },
})

const crash = (line: Line, weight: number): FaultKind => ({
  ...common(line),
  name: `${line} ended at once, and started again`,
  weight,
  async inject(cluster, _, random) {
    const [, server] = lines[line](cluster)
    await server.kill()
    await sleep(random.int(0, 2000))
    await server.restart()
  },
})

const fullDisk: FaultKind = {
  name: 'disk full for 1 to 4 s',
  weight: 4,
  // Without a file system of its own, this would fill the disk of the machine.
  targets: ({ disk }) => (disk.under.length === 0 ? ['disk'] : []),
  endsProcesses: false,
  async inject({ disk }, _, random) {
    const filler = join(disk.path, 'filler')
    const block = Buffer.alloc(1024 * 1024)
    try {
      for (;;) writeFileSync(filler, block, { flag: 'a' })
    } catch {
      await sleep(random.int(1000, 4000))
    } finally {
      rmSync(filler, { force: true })
    }
  },
}

const destination: FaultKind = {
  name: 'webhook receiver failing or silent for 1 to 6 s',
  weight: 5,
  targets: () => ['receiver'],
  endsProcesses: false,
  async inject({ receiver }, _, random) {
    receiver.answer = random.chance(0.5) ? 500 : 'silence'
    await sleep(random.int(1000, 6000))
    receiver.answer = 200
  },
}

/** The object storage plays a fault for a while; connections that it has left without an answer are cut in the end. */
const storage = (
  name: string,
  [min, max]: [number, number],
  weight: number,
  play: (random: Random) => ProxyFault,
): FaultKind => ({
  name: `object storage ${name} for ${min / 1000} to ${max / 1000} s`,
  weight,
  targets: ({ files }) => (files.proxy === null ? [] : ['object storage']),
  endsProcesses: false,
  async inject({ files: { proxy } }, _, random) {
    if (proxy === null) return
    proxy.fault = () => play(random)
    await sleep(random.int(min, max))
    proxy.fault = () => null
    proxy.cut()
  },
})

/** All kinds of faults. A worker that is paused for longer than ten seconds counts as lost, and comes back. */
export const kinds: readonly FaultKind[] = [
  ending('web', 'SIGKILL', 4),
  ending('web', 'SIGTERM', 4),
  ending('worker', 'SIGKILL', 6),
  ending('worker', 'SIGTERM', 5),
  pausing('web', [500, 4000], 6),
  pausing('worker', [500, 4000], 6),
  pausing('worker', [11_000, 15_000], 3),
  killedExecutor,
  pausedExecutor,
  cut('the metadata database', 10),
  cutAnswer('the metadata database', 12),
  silent('the metadata database', 4),
  crash('the metadata database', 3),
  cut('the data source', 6),
  cutAnswer('the data source', 10),
  silent('the data source', 3),
  crash('the data source', 3),
  fullDisk,
  destination,
  storage('slow by 0.2 to 2 s', [2000, 8000], 10, (random) => ({ delay: random.int(200, 2000) })),
  storage('overloaded', [500, 4000], 8, () => s3Error(503, 'SlowDown')),
  storage('silent, then cut,', [1000, 5000], 6, () => 'silence'),
  storage('breaking its answers off', [1000, 4000], 6, (random) => ({ breaksAfter: random.int(0, 2000) })),
]
