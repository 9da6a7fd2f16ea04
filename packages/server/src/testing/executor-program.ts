import { setTimeout as sleep } from 'node:timers/promises'
import { registry } from '@sightline/domain/registry.ts'
import { z } from 'zod'
import { serveTasks } from '../executor/serve.ts'
import type { Column } from '../platform/results/batch.ts'
import { secret } from '../platform/type-options.ts'
import { CANCELLED, defineRunner, QueryError, type Runner, type RunnerResult } from '../runners/runner.ts'
import { columnBuilders } from './column-builders.ts'

const columns: Column[] = [
  { name: 'n', type: 'integer', storage: { kind: 'int64' }, sourceType: 'bigint' },
  { name: 'n', type: 'string', storage: { kind: 'text' }, sourceType: 'text' },
]
const BATCH_ROWS = 1000

/** Numbers from 0 to `count` - 1 and their texts, in batches of 1,000. */
function* numbers(count: number) {
  const [n, text] = columnBuilders(columns)
  for (let start = 0; n && text && start < count; start += BATCH_ROWS) {
    const rowCount = Math.min(BATCH_ROWS, count - start)
    for (let row = start; row < start + rowCount; row++) {
      n.appendInteger(row)
      text.appendText(`row ${row}`)
    }
    yield { rowCount, vectors: [n.take(), text.take()] }
  }
}

function oneRow(number: number, said: string): RunnerResult {
  const [n, text] = columnBuilders(columns)
  n?.appendInteger(number)
  text?.appendText(said)
  return { columns, batches: n && text ? [{ rowCount: 1, vectors: [n.take(), text.take()] }] : [] }
}

function isAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const interrupt = () => reject(new Error('The engine was interrupted.'))
    if (signal.aborted) interrupt()
    else signal.addEventListener('abort', interrupt, { once: true })
  })
}

const config = z.object({ password: secret().default('') })
const common = {
  syntax: 'sql',
  dialect: '',
  language: 'sql',
  gallery: { category: 'database' },
  guide: 'data-sources',
  config,
} as const

type Behaviour = Runner<typeof config>['run']

/** The queries of this source, each with a different behaviour. */
const behaviours: Record<string, Behaviour> = {
  numbers: async (text) => ({ columns, batches: numbers(Number(text.split(' ')[1])) }),
  /** Sends one batch, then nothing until it is stopped. */
  slow: async (_, { signal }): Promise<RunnerResult> => ({
    columns,
    batches: (async function* () {
      yield* numbers(10)
      yield await isAborted(signal)
    })(),
  }),
  /** Ignores the request to stop. */
  deaf: async () => ({
    columns,
    batches: (async function* () {
      yield* numbers(10)
      await sleep(60_000)
    })(),
  }),
  /** Blocks its process after the first batch. */
  busy: async () => ({
    columns,
    batches: (function* () {
      yield* numbers(10)
      for (;;);
    })(),
  }),
  /** Allocates memory endlessly. */
  greedy: async () => {
    const taken: Uint8Array[] = []
    for (;;) {
      taken.push(Buffer.alloc(8 * 1024 * 1024, 1))
      await sleep(5)
    }
  },
  refused: async (_, { config }) => {
    throw new QueryError(`syntax error near "${config.password}"`, { position: 8 })
  },
  broken: async () => {
    throw new TypeError('x is not a function')
  },
  crash: async () => process.exit(7),
  midway: async () => ({
    columns,
    batches: (function* () {
      yield* numbers(5)
      throw new QueryError('The connection was lost.')
    })(),
  }),
  nothing: async () => ({ columns: [], batches: [{ rowCount: 3, vectors: [] }] }),
  /** The allowed private networks and readable folders. */
  reach: async (_, { sourceNetworks = [], sourceFolders = [] }) => {
    const places = [...sourceNetworks, ...sourceFolders]
    return oneRow(places.length, places.join(' '))
  },
  /** Whether a schedule has started it. */
  scheduled: async (_, { isScheduled }) => oneRow(isScheduled ? 1 : 0, ''),
  /** The process id and environment of the executor. */
  process: async () => oneRow(process.pid, Object.keys(process.env).sort().join(' ')),
}

const run: Behaviour = (text, context) => {
  const behaviour = behaviours[text.split(' ')[0] ?? '']
  if (!behaviour) throw new QueryError(CANCELLED)
  return behaviour(text, context)
}

/** Data sources without a database, for tests of the executor. */
export const runners = registry('Data source', [
  defineRunner<typeof config>({
    ...common,
    type: 'remote',
    moduleUrl: 'remote',
    name: 'Remote',
    run,
    async testConnection({ config }) {
      if (config.password === 'wrong password') throw new Error(`Login failed for "${config.password}".`)
    },
    getSchema: async () => [{ name: 'numbers', columns: [{ name: 'n', type: 'bigint' }] }],
  }),
  defineRunner<typeof config>({ ...common, type: 'embedded', moduleUrl: 'embedded', name: 'Embedded', embedded: true, run }),
])

async function loadRunner(home: string) {
  const runner = runners.get(home)
  if (!runner) throw new Error(`There is no type ${home}.`)
  return runner
}

// Runs only as the program of an executor process, not if a test imports it.
if (process.connected && process.argv[1] === import.meta.filename) serveTasks(loadRunner)
