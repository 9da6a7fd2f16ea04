import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts'
import { type Ask, askerOf } from './ask.ts'
import type { Costs } from './capacity.ts'
import { type Installation, PARTS, type Parts, startInstallation } from './installation.ts'
import { median, type Row } from './measure.ts'
import { checkFormula } from './open-load.ts'

const SIZES = [1, 2, 4]
const WIDGETS = 12
const ROWS = 180
const ROUNDS = 3
const ROUND_MS = 2500
const CONNECTIONS = 8
const WAIT_MS = 30_000

/** Costs of the last measurement, for the simulation. */
export const COSTS_FILE = 'bench/results/costs.json'

/** The work of a client, which it repeats. */
type Action = (ask: Ask, fixture: Fixture, count: number) => Promise<unknown>

const actions: Record<keyof Costs, Action> = {
  read: (ask, { queries }, count) =>
    ask(`/api/queries/${queries[count % queries.length]}/results`, { max_age: -1, wait: WAIT_MS }),
  dashboard: async (ask, { slug }) => {
    await ask(`/api/dashboards/${slug}`)
    await ask(`/api/dashboards/${slug}/first_results`)
  },
  run: (ask, { source, name }, count) =>
    ask('/api/query_results', {
      query: `SELECT ${count} AS n, '${name}' AS name`,
      data_source_id: source,
      max_age: 0,
      wait: WAIT_MS,
    }),
}
const NAMES: Record<keyof Costs, string> = {
  read: 'reading a stored result',
  dashboard: `opening a dashboard of ${WIDGETS} widgets`,
  run: 'running a small query',
}

/** Records to work with. */
interface Fixture {
  source: number
  queries: number[]
  slug: string
  /** Makes texts of queries unique. */
  name: string
}

interface Measured {
  /** In a second. */
  rate: number
  /** Processor milliseconds for one action. */
  work: Parts
}

/**
 * Measures one, two and four web processes and workers on one PostgreSQL server behind nginx: actions in a second, and the
 * processor time of each kind of process for one action. On a machine with few processors only the latter says what more
 * processors would give.
 */
export async function benchScale(): Promise<Row[]> {
  const metadata = await startPostgres()
  const source = await startPostgres()
  const installations: Installation[] = []
  try {
    const fixtures: Fixture[] = []
    for (const size of SIZES) {
      const installation = await startInstallation(size, metadata)
      installations.push(installation)
      const { port, user, password, database: dbname } = source
      fixtures.push(await fill(installation, { host: '127.0.0.1', port, user, password, dbname }))
    }
    const measured = new Map<string, Measured[]>()
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [index, installation] of installations.entries()) {
        for (const [name, action] of Object.entries(actions)) {
          const fixture = { ...(fixtures[index] as Fixture), name: `${round} ${installation.size}` }
          const one = await drive(installation, (ask, count) => action(ask, fixture, count))
          const key = `${name} ${installation.size}`
          // The first round warms up.
          if (round > 0) measured.set(key, [...(measured.get(key) ?? []), one])
        }
      }
    }
    const [smallest] = installations
    const [fixture] = fixtures
    const of = (name: keyof Costs, size: number) => middle(measured.get(`${name} ${size}`) ?? [])
    save(of)
    return [
      ...(['read', 'dashboard', 'run'] as const).flatMap((name) => SIZES.map((size) => rowOf(name, size, of(name, size)))),
      ...installations.map((one) => memoryRow(one)),
      ...(smallest && fixture ? await checkFormula(smallest, (ask, count) => actions.read(ask, fixture, count)) : []),
    ]
  } finally {
    for (const one of installations) await one.stop()
    await source.stop()
    await metadata.stop()
  }
}

async function fill({ call }: Installation, options: object): Promise<Fixture> {
  const { id: source } = await call<{ id: number }>('/api/data_sources', { name: 'Warehouse', type: 'pg', options })
  const dashboard = await call<{ id: number; slug: string }>('/api/dashboards', { name: 'Morning' })
  const queries: number[] = []
  for (let index = 0; index < WIDGETS; index++) {
    const query = `SELECT i AS day, sin(i / ${index + 2}.0) * 100 AS value FROM generate_series(1, ${ROWS}) i`
    const made = await call<{ id: number; visualizations: { id: number }[] }>('/api/queries', {
      name: `Query ${index}`,
      query,
      data_source_id: source,
    })
    queries.push(made.id)
    await call(`/api/queries/${made.id}/results`, { max_age: 0, wait: WAIT_MS })
    const visualization_id = made.visualizations[0]?.id
    await call('/api/widgets', { dashboard_id: dashboard.id, visualization_id, width: 1, text: '', options: {} })
  }
  return { source, queries, slug: dashboard.slug, name: '' }
}

/** Has several clients do the same for a while. */
async function drive(installation: Installation, act: (ask: Ask, count: number) => Promise<unknown>): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const ask = askerOf(installation, agent)
  const before = installation.work()
  const started = performance.now()
  let count = 0
  const client = async () => {
    while (performance.now() - started < ROUND_MS) await act(ask, count++)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  const seconds = (performance.now() - started) / 1000
  const after = installation.work()
  agent.destroy()
  return { rate: count / seconds, work: partsOf((part) => ((after[part] - before[part]) * 1000) / count) }
}

const partsOf = (figure: (part: keyof Parts) => number): Parts => ({
  web: figure('web'),
  worker: figure('worker'),
  executor: figure('executor'),
  postgres: figure('postgres'),
  nginx: figure('nginx'),
})

const middle = (all: readonly Measured[]): Measured => ({
  rate: median(all.map(({ rate }) => rate)),
  work: partsOf((part) => median(all.map(({ work }) => work[part]))),
})

/** Keeps the costs of the smallest installation for `npm run bench -- simulate`. */
function save(of: (name: keyof Costs, size: number) => Measured): void {
  const seconds = (name: keyof Costs) => partsOf((part) => of(name, 1).work[part] / 1000)
  mkdirSync('bench/results', { recursive: true })
  const costs: Costs = { dashboard: seconds('dashboard'), read: seconds('read'), run: seconds('run') }
  writeFileSync(COSTS_FILE, `${JSON.stringify(costs, null, 2)}\n`)
}

function rowOf(name: keyof Costs, size: number, { rate, work }: Measured): Row {
  const parts = PARTS.map((part) => `${part} ${work[part].toFixed(2)}`).join(', ')
  return {
    name: `${NAMES[name]}, ${size} + ${size} processes, ${rate.toFixed(0)} in a second: processor time (${parts})`,
    value: PARTS.reduce((sum, part) => sum + work[part], 0),
    unit: 'ms',
    against: null,
    goal: null,
  }
}

function memoryRow(installation: Installation): Row {
  const { web, worker } = installation.memory()
  return {
    name: `memory of a web process, ${installation.size} + ${installation.size} processes (a worker: ${worker.toFixed(0)} MB)`,
    value: web,
    unit: 'MB',
    against: null,
    goal: null,
  }
}
