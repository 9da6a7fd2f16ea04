import { existsSync, readFileSync } from 'node:fs'
import { type Costs, OFFICE, type Plan, planFor } from './capacity.ts'
import type { Row } from './measure.ts'
import { COSTS_FILE } from './scale.ts'

const USERS = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000]

/**
 * Prints what installations of 100 to 100,000 users need, from the costs that `npm run bench -- scale` has measured last.
 * @throws Error with one sentence if it has not run yet
 */
export async function simulate(): Promise<Row[]> {
  if (!existsSync(COSTS_FILE)) throw new Error('Run "npm run bench -- scale" first: the simulation needs its costs.')
  const costs: Costs = JSON.parse(readFileSync(COSTS_FILE, 'utf8'))
  const plans = USERS.map((users) => planFor(users, OFFICE, costs))
  console.log(tableOf(plans))
  console.log(doublings(costs).join('\n'))
  return []
}

const tableOf = (plans: readonly Plan[]): string =>
  [
    '| Users | Requests/s | Runs/s | Web processes | Workers | Cores of web, workers, executors, PostgreSQL | Connections | Results |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...plans.map(({ users, requests, runs, web, workers, cores, connections, storageGb }) => {
      const figures = [cores.web, cores.worker, cores.executor, cores.postgres].map((figure) => figure.toFixed(2)).join(', ')
      return `| ${users.toLocaleString('en-US')} | ${requests.toFixed(1)} | ${runs.toFixed(2)} | ${web} | ${workers} | ${figures} | ${connections} | ${storageGb.toFixed(1)} GB |`
    }),
  ].join('\n')

/** The numbers of users above which one process of a kind, or one default limit of PostgreSQL, is not enough. */
function doublings(costs: Costs): string[] {
  const first = (isPast: (plan: Plan) => boolean): number => {
    let [enough, past] = [1, 10_000_000]
    while (past - enough > 1) {
      const users = Math.floor((enough + past) / 2)
      if (isPast(planFor(users, OFFICE, costs))) past = users
      else enough = users
    }
    return past
  }
  const limits: [string, (plan: Plan) => boolean][] = [
    ['a second web process', ({ web }) => web > 1],
    ['a third web process', ({ web }) => web > 2],
    ['a second worker', ({ workers }) => workers > 1],
    ['a third worker', ({ workers }) => workers > 2],
    ['more than one core for PostgreSQL', ({ cores }) => cores.postgres > 1],
    ['more than one core for executors', ({ cores }) => cores.executor > 1],
    ['more than 100 connections to PostgreSQL', ({ connections }) => connections > 100],
    ['more than 100 GB for results', ({ storageGb }) => storageGb > 100],
  ]
  return limits.map(([what, isPast]) => `${what}: from ${first(isPast).toLocaleString('en-US')} users`)
}
