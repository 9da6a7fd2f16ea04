import type { Parts } from './installation.ts'
import { meanWait, serversFor } from './queueing.ts'

/** Processor seconds of each kind of process for one action of a user. */
export interface Costs {
  /** Opening a dashboard whose results are stored. */
  dashboard: Parts
  /** Reading one stored result again. */
  read: Parts
  /** Running a query: its statement, storing the result, sending the rows. */
  run: Parts
}

/** Actions of users in the busiest hour of a day. */
export interface Behaviour {
  /** Dashboards that a user opens. */
  dashboards: number
  /** Stored results that a user reads besides: other pages, sorting, filters. */
  reads: number
  /** Queries that a user runs. */
  runs: number
  /** Scheduled queries for each user of the installation, and how often each runs in an hour. */
  schedules: number
  runsOfSchedule: number
  /** Share of all users who are at work in this hour. */
  active: number
  /** Mean seconds that a data source needs for a query. */
  queryTime: number
  /** Standard deviation of that time, as a share of its mean. */
  queryVariation: number
  /** Mean size of a stored result in MB. */
  resultMb: number
  /** Runs of a day, relative to those of the busiest hour. */
  hoursPerDay: number
  /** Days for which results are kept. */
  retentionDays: number
}

/** A company whose people look at dashboards in the morning, and some of whom write queries. */
export const OFFICE: Behaviour = {
  ...{ dashboards: 6, reads: 20, runs: 4, schedules: 0.2, runsOfSchedule: 1, active: 0.3 },
  ...{ queryTime: 3, queryVariation: 2, resultMb: 0.2, hoursPerDay: 6, retentionDays: 7 },
}

/** Runs that a worker process executes at the same time: the default of SIGHTLINE_EXECUTION_CONCURRENCY. */
const SLOTS = 4
/** Connections of a process to PostgreSQL: the default of SIGHTLINE_DATABASE_POOL, and one for events. */
const CONNECTIONS = 11
/** Requests may wait for half of their own time, and runs for a tenth of it, on average. */
const ACCEPTABLE = { web: 0.5, slots: 0.1 }
/** Requests differ: most are short, and some read large results. */
const WEB_VARIATION = 1.5
/** Share of a processor that is planned for; the rest is for peaks. */
const PLANNED = 0.7
const HOUR = 3600

/** The needs of an installation in the busiest hour. */
export interface Plan {
  users: number
  /** Requests and runs in a second. */
  requests: number
  runs: number
  /** Web processes and workers. */
  web: number
  workers: number
  /** Mean seconds that a request waits for a web process, and a run for a slot. */
  webWait: number
  slotWait: number
  /** Processors for each kind of process. */
  cores: Parts
  /** Connections to PostgreSQL. */
  connections: number
  /** Stored results in GB. */
  storageGb: number
}

/** How much of everything a number of users needs. */
export function planFor(users: number, behaviour: Behaviour, costs: Costs): Plan {
  const active = users * behaviour.active
  const dashboards = (active * behaviour.dashboards) / HOUR
  const reads = (active * behaviour.reads) / HOUR
  const userRuns = (active * behaviour.runs) / HOUR
  const runs = userRuns + (users * behaviour.schedules * behaviour.runsOfSchedule) / HOUR
  const load = (part: keyof Parts) => dashboards * costs.dashboard[part] + reads * costs.read[part] + runs * costs.run[part]
  const cores = {
    web: load('web'),
    worker: load('worker'),
    executor: load('executor'),
    postgres: load('postgres'),
    nginx: load('nginx'),
  }

  const requests = dashboards + reads + userRuns
  // A scheduled run has no request; what it costs a web process, if anything, is in the mean time of the others.
  const webTime = requests === 0 ? 0 : cores.web / requests
  const web = serversFor(requests, webTime, WEB_VARIATION, ACCEPTABLE.web)
  const slots = serversFor(runs, behaviour.queryTime, behaviour.queryVariation, ACCEPTABLE.slots)
  // A worker process has one thread that starts its runs and stores their results, which may fill up before its slots do.
  const workers = Math.max(Math.ceil(slots / SLOTS), Math.ceil(cores.worker / PLANNED))
  return {
    ...{ users, requests, runs, web, workers, cores },
    webWait: meanWait(web, requests, webTime, WEB_VARIATION),
    slotWait: meanWait(workers * SLOTS, runs, behaviour.queryTime, behaviour.queryVariation),
    connections: (web + workers) * CONNECTIONS,
    storageGb: (runs * HOUR * behaviour.hoursPerDay * behaviour.retentionDays * behaviour.resultMb) / 1024,
  }
}
