import { aheadOfDatabase, CLOCK_LIMIT_MS } from './clock.ts'
import type { Services } from './context.ts'
import { mustHaveFreeSpace } from './files/free-space.ts'
import { perProcess } from './process-memory.ts'

/** Milliseconds that the database may take to answer. */
const DATABASE_LIMIT_MS = 5_000
/** The loops of a worker turn every two to five seconds; after this many milliseconds without a turn, they are stuck. */
const LOOP_LIMIT_MS = 30_000

/** The state of each part: `ok`, or a sentence about what is wrong. It is public, so it names no host, path or number. */
export type Checks = Record<string, string>

export interface Health {
  /** Whether this process can do its work at all. */
  isReady: boolean
  checks: Checks
}

/** When each loop of this worker has last ended a turn without an error, by the clock of `performance`. */
const loops = perProcess(() => new Map<string, number>())

/** Records that a loop of this worker has ended a turn without an error. */
export function loopTurned(ctx: { memory: object }, name: string): void {
  loops(ctx).set(name, performance.now())
}

/** Whether a process can serve the API: it needs the database only. If it runs work as well, the checks say whether that goes on. */
export async function webHealth(services: Services): Promise<Health> {
  const { config } = services
  const [own, work] = await Promise.all([baseChecks(services), config.role === 'all' ? workChecks(services) : {}])
  return { isReady: own.database === 'ok', checks: { ...own, ...work } }
}

/** Whether a worker can run executions and jobs: it needs every part. */
export async function workerHealth(services: Services): Promise<Health> {
  const [own, work] = await Promise.all([baseChecks(services), workChecks(services)])
  const checks = { ...own, ...work }
  return { isReady: Object.values(checks).every((state) => state === 'ok'), checks }
}

async function baseChecks(services: Services): Promise<Checks> {
  const { config, files } = services
  const [database, disk, storage] = await Promise.all([
    databaseChecks(services),
    stateOf(mustHaveFreeSpace(config), 'The disk is almost full: no query starts.'),
    files.check === undefined ? null : stateOf(files.check(), 'The storage of results cannot be used.'),
  ])
  return { ...database, disk, ...(storage === null ? {} : { storage }) }
}

async function databaseChecks({ db, now }: Services): Promise<Checks> {
  const ahead = await withinLimit(aheadOfDatabase(db, now)).catch(() => null)
  if (ahead === null) return { database: 'The database does not answer.' }
  const isRight = Math.abs(ahead) <= CLOCK_LIMIT_MS
  return { database: 'ok', clock: isRight ? 'ok' : 'The clocks of this machine and of the database differ too much.' }
}

async function workChecks(services: Services): Promise<Checks> {
  const turns = [...loops(services).values()]
  const isStuck = turns.length === 0 || turns.some((at) => performance.now() - at > LOOP_LIMIT_MS)
  return {
    queue: isStuck ? 'The queue is not being read.' : 'ok',
    executor: services.executors.canStart() ? 'ok' : 'The processes that run queries cannot be started.',
  }
}

async function stateOf(check: PromiseLike<unknown>, problem: string): Promise<string> {
  try {
    await check
    return 'ok'
  } catch {
    return problem
  }
}

/** A database that is unreachable may let a statement wait for minutes. */
function withinLimit<Answer>(statement: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database did not answer in time.')), DATABASE_LIMIT_MS)
  })
  return Promise.race([statement, limit]).finally(() => clearTimeout(timer))
}
