import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSecondsOfTree } from '../bench/cpu.ts'
import { median } from '../bench/measure.ts'
import { type Random, randomOf } from '../fuzz/random.ts'
import { type Caller, callerOf } from './caller.ts'
import { startClients } from './clients.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { violationsIn } from './invariants.ts'
import { type FaultKind, kinds } from './kinds.ts'
import { findingsIn } from './logs.ts'
import type { Member } from './member.ts'
import { NONE, type Observed, type ObservedRow, startObserving } from './observed.ts'
import { allProcesses, executorProcesses } from './processes.ts'
import { cleanUp, drained } from './settle.ts'
import { makeWorld } from './world.ts'

/** Share of the faults at the end of a run that end no process, so that memory can be watched for a while. */
const LASTING_SHARE = 0.2
const SPEED_ROUNDS = 60
const UP_POLL_MS = 100
/** A process may need half as much memory again in the end as after its first faults, and this much on top. */
const MEMORY_GROWTH = 1.5
const MEMORY_MB = 100
/** A request may need this much more processor time afterwards. The time that it takes also depends on the rest of the machine. */
const SLOWDOWN = 1.5

export interface FaultOptions {
  faults: number
  /** Chooses the kinds, the targets and their order; the moments also depend on the machine. */
  seed: number
  /** Mean pause between the beginnings of two faults, in milliseconds. */
  gap: number
  /** Whether results are in an object storage, which has faults too. */
  isInBucket: boolean
  onProgress(text: string): void
}

export interface FaultReport {
  rows: ObservedRow[]
  violations: string[]
  logged: [message: string, count: number][]
  /** Executions, writing statements, messages of alerts and results that were checked. */
  checked: Record<string, number>
  /** Median milliseconds of a run and of a list, before and after the faults. */
  speed: { before: Speed; after: Speed }
  /** MB of each process after the first and after the last faults that ended no process. */
  memory: { name: string; before: number; after: number }[]
}

/** Milliseconds of a request. */
interface Speed {
  run: number
  list: number
  /** Of the processors, for one run and one list together. */
  work: number
}

/** Injects faults into a running installation and checks what must hold afterwards. */
export async function injectFaults({ faults, seed, gap, isInBucket, onProgress }: FaultOptions): Promise<FaultReport> {
  // A run that was aborted may have left some.
  const others = new Set(executorProcesses().map(({ pid }) => pid))
  const cluster = await startCluster(isInBucket)
  try {
    const observed = startObserving()
    const caller = callerOf(cluster, observed)
    const world = await makeWorld(cluster, caller)
    const scheduledAt = Date.now()
    for (const id of world.shown) await caller.must(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000 })
    const measure = () => speedOf(cluster, world.source, caller.must)
    await measure()
    const before = await measure()
    onProgress(`The installation runs and logs to ${cluster.logs}; clients start.`)

    const clients = startClients(caller, world, observed)
    const injector = startInjector(cluster, observed, seed)
    const lasting = Math.round(faults * LASTING_SHARE)
    const inject = async (count: number, first: number, chosen: readonly FaultKind[]) => {
      for (let n = first; n < first + count; n++) {
        await injector.next(n, chosen, gap)
        if ((n + 1) % 25 === 0) onProgress(`${n + 1} faults, ${observed.violations.length} violations`)
      }
      await injector.settled()
    }
    await inject(faults - lasting, 0, kinds)
    const memoryBefore = memoryOf(cluster)
    await inject(
      lasting,
      faults - lasting,
      kinds.filter(({ endsProcesses }) => !endsProcesses),
    )
    observed.begin(NONE)
    await clients.stop()
    onProgress('All faults are mended; work drains.')

    const scheduleTime = (Date.now() - scheduledAt) / 1000
    const undone = await drained(cluster)
    await cleanUp(cluster)
    const memoryAfter = memoryOf(cluster)
    const violations = [...observed.violations, ...undone]
    violations.push(...(await violationsIn(cluster, caller, world, clients, scheduleTime)))
    const after = await measure()
    if (after.work > before.work * SLOWDOWN)
      violations.push(`Requests have become slower: ${JSON.stringify({ before, after })}`)
    const memory = cluster.members.map(({ name }, index) => ({
      name,
      before: memoryBefore[index] ?? 0,
      after: memoryAfter[index] ?? 0,
    }))
    for (const { name, before, after } of memory)
      if (after > before * MEMORY_GROWTH + MEMORY_MB) violations.push(`${name} grew from ${before} MB to ${after} MB.`)
    const checked = await counts(cluster, clients.ledger.size)
    violations.push(...(await stopped(cluster, others)))
    const logs = findingsIn(cluster.members)
    return {
      ...{ rows: observed.rows(), checked, memory, speed: { before, after }, logged: logs.messages },
      violations: [...violations, ...logs.violations],
    }
  } finally {
    await cluster.close()
  }
}

/** Starts faults on targets that nothing else breaks at the moment. */
function startInjector(cluster: Cluster, observed: Observed, seed: number) {
  const broken = new Map<string, Promise<void>>()
  /** A kind and a target that is free; null if there is none. */
  function choose(random: Random, chosen: readonly FaultKind[]): { kind: FaultKind; target: string } | null {
    const choices = chosen.flatMap((kind) => {
      const free = kind.targets(cluster).filter((target) => !broken.has(target))
      return free.length === 0 ? [] : [{ kind, free }]
    })
    let left = random.next() * choices.reduce((sum, { kind }) => sum + kind.weight, 0)
    for (const { kind, free } of choices) {
      left -= kind.weight
      if (left < 0) return { kind, target: random.pick(free) }
    }
    return null
  }
  return {
    /** @param index of the fault in this run @param gap mean pause before it, in milliseconds */
    async next(index: number, chosen: readonly FaultKind[], gap: number) {
      const random = randomOf(seed, index)
      await sleep(gap * (0.2 + 1.6 * random.next()))
      // Faults in an installation that is down would find nothing to break.
      while (!isUp(cluster, 'web') || !isUp(cluster, 'worker')) await sleep(UP_POLL_MS)
      for (;;) {
        const choice = choose(random, chosen)
        if (choice === null) {
          await Promise.race(broken.values())
          continue
        }
        const { kind, target } = choice
        observed.begin(kind.name)
        const mended = kind.inject(cluster, target, random).finally(() => broken.delete(target))
        broken.set(target, mended)
        return
      }
    },
    settled: async () => {
      await Promise.all(broken.values())
    },
  }
}

const isUp = ({ members }: Cluster, role: Member['role']) => members.some((member) => member.role === role && member.isUp())

/** Median times of a small run and of a list, on an installation without other work. */
async function speedOf({ members }: Cluster, source: number, must: Caller['must']): Promise<Speed> {
  const times = { run: [] as number[], list: [] as number[] }
  const cpu = () => members.reduce((sum, { pid }) => sum + cpuSecondsOfTree(pid), 0)
  const cpuBefore = cpu()
  for (let round = 0; round < SPEED_ROUNDS; round++) {
    const started = performance.now()
    await must('/api/query_results', { query: `SELECT ${round} AS n`, data_source_id: source, max_age: 0, wait: 20_000 })
    const between = performance.now()
    await must('/api/queries?page_size=20')
    times.run.push(between - started)
    times.list.push(performance.now() - between)
  }
  return { run: median(times.run), list: median(times.list), work: ((cpu() - cpuBefore) * 1000) / SPEED_ROUNDS }
}

const memoryOf = ({ members }: Cluster): number[] => {
  const all = allProcesses()
  return members.map((member) => Math.round(all.find(({ pid }) => pid === member.pid)?.memory ?? 0))
}

async function counts({ metadata, receiver }: Cluster, statements: number): Promise<Record<string, number>> {
  const of = async (table: string) =>
    Number((await metadata.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0]?.count)
  return {
    executions: await of('executions'),
    'scheduled executions': await of('executions WHERE scheduled'),
    results: await of('query_results'),
    'writing statements': statements,
    'events of alerts': await of('alert_events'),
    'messages that arrived more than once': [...receiver.received.values()].filter((count) => count > 1).length,
  }
}

/**
 * Asks all processes to stop.
 * @param others executor processes that do not belong to this run
 * @returns what they have left
 */
async function stopped({ members }: Cluster, others: ReadonlySet<number>): Promise<string[]> {
  const codes = await Promise.all(members.map(async (member) => ({ name: member.name, code: await member.stop('SIGTERM') })))
  return [
    ...codes
      .filter(({ code }) => code !== 0)
      .map(({ name, code }) => `${name} ended with code ${code} when it was asked to stop.`),
    ...executorProcesses()
      .filter(({ pid }) => !others.has(pid))
      .map(({ pid }) => `The executor process ${pid} is still there.`),
  ]
}
