import { type Call, makeCall } from './calls.ts'
import { type OpenApi, type Operation, operationsOf } from './operations.ts'
import { type Product, startProduct } from './product.ts'
import { type Outcome, send } from './send.ts'
import { findKeeper, type Keeper, makeWorld, type World } from './world.ts'

export interface FuzzOptions {
  seed: number
  requests: number
  /** URL of an empty PostgreSQL database; null for the embedded one. */
  databaseUrl: string | null
  /** Index of the only call to make; null for all. */
  only: number | null
  /** Called for each failed call. */
  onFailure(failure: Failure): void
  /** Called periodically with the number of calls made. */
  onProgress(made: number): void
}

/** A call with a forbidden outcome. */
export interface Failure {
  call: Call
  reason: string
}

export interface FuzzReport {
  failures: Failure[]
  /** Number of calls by caller and by status, `hang` or `reset`. */
  counts: Map<string, Map<string, number>>
  /** Number of times the callers were created, at first and after calls had deleted their users or keys. */
  worlds: number
  /** Peak memory of the server's main process, in MB. */
  peakMemory: number
}

/** Allowed 5xx responses: they report that an external system does not respond. */
const expected: readonly { status: number; code: string }[] = [
  // A dropdown waits a few seconds for its query.
  { status: 503, code: 'dropdown_slow' },
]

/** Number of concurrent calls. */
const CONCURRENCY = 6
/** Number of calls between checks of the callers. */
const ROUND = 100

/** Starts a server, sends valid and hostile calls to all of its operations, and collects the failures. */
export async function fuzz({ seed, requests, databaseUrl, only, onFailure, onProgress }: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = { failures: [], counts: new Map(), worlds: 0, peakMemory: 0 }
  const fail = (call: Call, reason: string) => {
    report.failures.push({ call, reason })
    onFailure({ call, reason })
  }
  let stage = await openStage(databaseUrl)
  try {
    for (let start = 0; start < requests; start += ROUND) {
      const { product, operations, keeper } = stage
      if (stage.world === null || !(await stage.world.isAlive())) {
        stage.world = await makeWorld(product.url, keeper)
        report.worlds++
      }
      const { world } = stage
      const calls = Array.from({ length: Math.min(ROUND, requests - start) }, (_, at) => start + at)
        .filter((index) => only === null || index === only)
        .map((index) => makeCall(seed, index, operations, world))
      const queue = calls.values()
      const late: Call[] = []
      const workers = Array.from({ length: CONCURRENCY }, async () => {
        for (const call of queue) {
          const outcome = await send(product.url, call)
          count(report, call, outcome)
          const reason = failureOf(outcome)
          if (outcome.kind === 'hang') late.push(call)
          else if (reason !== null) fail(call, reason)
          if (product.ending() !== null) return
        }
      })
      await Promise.all(workers)
      // Retry hanging calls one by one: a call that only waited for other calls or the CPU gets a response now.
      for (const call of late) {
        const reason = failureOf(await send(product.url, call))
        if (reason !== null) fail(call, reason)
      }
      report.peakMemory = Math.max(report.peakMemory, product.peakMemory())
      const ending = product.ending()
      if (ending !== null) {
        for (const call of calls.slice(-1)) fail(call, `The product ${ending}`)
        await product.stop()
        stage = await openStage(databaseUrl)
      }
      onProgress(Math.min(start + ROUND, requests))
    }
    return report
  } finally {
    await stage.product.stop()
  }
}

interface Stage {
  product: Product
  keeper: Keeper
  operations: Operation[]
  world: World | null
}

async function openStage(databaseUrl: string | null): Promise<Stage> {
  const product = await startProduct(databaseUrl)
  try {
    const keeper = await findKeeper(product.url)
    const headers = { authorization: `Key ${keeper.key}` }
    const document = await fetch(`${product.url}/api/docs/openapi.json`, { headers })
    return { product, keeper, operations: operationsOf((await document.json()) as OpenApi), world: null }
  } catch (error) {
    await product.stop()
    throw error
  }
}

function failureOf(outcome: Outcome): string | null {
  if (outcome.kind === 'hang') return 'no answer within 10 s'
  if (outcome.kind === 'reset') return `connection broken: ${outcome.reason}`
  const { status, text } = outcome
  if (status < 500 || expected.some(({ status: known, code }) => known === status && text.includes(`"${code}"`))) return null
  return `${status} ${text}`
}

function count({ counts }: FuzzReport, { caller }: Call, outcome: Outcome): void {
  const kind = outcome.kind === 'answer' ? String(outcome.status) : outcome.kind
  const ofCaller = counts.get(caller) ?? new Map<string, number>()
  counts.set(caller, ofCaller.set(kind, (ofCaller.get(kind) ?? 0) + 1))
}
