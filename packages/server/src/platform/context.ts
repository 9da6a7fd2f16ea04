import type { Permission } from '@sightline/contract/permissions.ts'
import type { Logger } from 'pino'
import type { Executors } from '../executor/protocol.ts'
import type { ChartRasterizer } from './chart-images/rasterizer.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { EventBus } from './events/bus.ts'
import type { FileStore } from './files/store.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Queue } from './queue/queue.ts'
import type { Results } from './results/results.ts'

/**
 * Who calls. `nobody` is a caller without session or key; `key` sees exactly the query whose key it carries, and `token`, which
 * has the public address of a dashboard, exactly the queries that the dashboard shows.
 */
export type Viewer =
  | { kind: 'user'; id: number; name: string; email: string; groupIds: number[]; permissions: ReadonlySet<Permission> }
  | { kind: 'key'; apiKey: string; queryId: number; groupIds: number[]; permissions: ReadonlySet<Permission> }
  | {
      kind: 'token'
      apiKey: string
      dashboardId: number
      queryIds: number[]
      groupIds: number[]
      permissions: ReadonlySet<Permission>
    }
  | { kind: 'nobody'; permissions: ReadonlySet<Permission> }
export type UserViewer = Extract<Viewer, { kind: 'user' }>

/** Everything the process shares: made once at start, handed to every service. */
export interface Services {
  config: Config
  /** Names this process among those of the installation; another one after each start. */
  worker: string
  db: Db
  queue: Queue
  events: EventBus
  files: FileStore
  results: Results
  executors: Executors
  mailer: Mailer
  rasterizer: ChartRasterizer
  log: Logger
  now: () => Date
}

/** Where a call came from. */
export interface Origin {
  /** The address of the caller; behind a proxy that is trusted, what the proxy says it is. */
  ip: string
  /** What the caller's program calls itself, cut to a bearable length. */
  userAgent: string | null
}

/** What a service gets with each call. */
export interface Context extends Services {
  viewer: Viewer
  /** Null when no request brought it about. */
  origin: Origin | null
  /** Absolute address of the site's root as the caller sees it, with a trailing slash. */
  baseUrl: string
}
