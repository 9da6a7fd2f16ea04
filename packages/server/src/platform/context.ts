import type { ApiKeyScope } from '@sightline/contract/api-key-scopes.ts'
import type { Language } from '@sightline/contract/languages.ts'
import type { Permission } from '@sightline/contract/permissions.ts'
import type { Logger } from 'pino'
import type { Executors } from '../executor/protocol.ts'
import type { ChartRasterizer } from './chart-images/rasterizer.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { DocumentWriter } from './documents/writer.ts'
import type { EventBus } from './events/bus.ts'
import type { FileStore } from './files/store.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Queue } from './queue/queue.ts'
import type { Results } from './results/results.ts'
import type { Tracing } from './tracing/tracing.ts'

/**
 * The caller. `nobody` has no session and no key; `key` can see only the query of its key; `token` has the public URL of a
 * dashboard and can see only the queries that the dashboard shows.
 */
export type Viewer =
  | {
      kind: 'user'
      id: number
      name: string
      email: string
      /** The language that the user has chosen; null for that of the browser. */
      language: Language | null
      groupIds: number[]
      permissions: ReadonlySet<Permission>
      /** The scopes of the API key with which the user calls; null for a session and for the personal key, which have no limit. */
      keyScopes: ReadonlySet<ApiKeyScope> | null
    }
  | {
      kind: 'key'
      apiKey: string
      queryId: number
      queryName: string
      groupIds: number[]
      permissions: ReadonlySet<Permission>
    }
  | {
      kind: 'token'
      apiKey: string
      dashboardId: number
      dashboardName: string
      /** The owner of the dashboard. */
      ownerId: number
      queryIds: number[]
      /** Whether it shows the rows behind marks. */
      seesRowsOfMarks: boolean
      groupIds: number[]
      permissions: ReadonlySet<Permission>
    }
  /** An identity provider with a SCIM token: it may call nothing but SCIM. */
  | { kind: 'scim'; tokenName: string; groupIds: number[]; permissions: ReadonlySet<Permission> }
  | { kind: 'nobody'; permissions: ReadonlySet<Permission> }
export type UserViewer = Extract<Viewer, { kind: 'user' }>

/** Objects shared by the whole process: created once at start and passed to every service. */
export interface Services {
  config: Config
  /** Id of this process within the installation; different after each start. */
  worker: string
  /** Stands for the memory of this process: what features keep in it is declared with `perProcess`. */
  memory: object
  db: Db
  queue: Queue
  events: EventBus
  files: FileStore
  results: Results
  executors: Executors
  mailer: Mailer
  rasterizer: ChartRasterizer
  documents: DocumentWriter
  metrics: Metrics
  tracing: Tracing
  log: Logger
  now: () => Date
}

/** The origin of a call. */
export interface Origin {
  /** IP address of the caller; behind a trusted proxy, the address that the proxy reports. */
  ip: string
  /** `User-Agent` of the caller, truncated. */
  userAgent: string | null
}

/** Passed to a service with each call. */
export interface Context extends Services {
  viewer: Viewer
  /** Null if the call has no request. */
  origin: Origin | null
  /** Absolute URL of the site's root as the caller sees it, with a trailing slash. */
  baseUrl: string
}
