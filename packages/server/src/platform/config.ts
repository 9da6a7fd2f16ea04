import { resolve } from 'node:path'
import type { MapTileLayer } from '@sightline/contract/session.ts'
import { MAX_PAGE_SIZE } from '@sightline/domain/list-state.ts'
import { defaultTileLayers } from '@sightline/domain/maps/tile-layers.ts'
import {
  DEFAULT_DASHBOARD_RATES,
  DEFAULT_REFRESH_INTERVALS,
  MIN_REFRESH_SECONDS,
  usableIntervals,
} from '@sightline/domain/schedule/intervals.ts'
import { z } from 'zod'
import { secretKeyFile, secretKeyProblem, storedSecretKey } from './crypto/secret-key.ts'
import { networkList } from './networks.ts'
import { address, flag, intervals, one, origins, tileLayers, whole } from './setting-values.ts'
import { type SignInConfig, signInConfigFrom, signInVariables } from './sign-in-config.ts'
import { folderList, sourceFoldersFrom } from './source-folders.ts'

/** The settings of this process, read once from the environment. */
export interface Config {
  port: number
  host: string
  /** Maximum number of open connections; further ones are refused. */
  maxConnections: number
  /** Milliseconds in which the body of a request has to arrive. */
  requestTime: number
  role: 'all' | 'web' | 'worker'
  /** Absolute path. */
  dataDir: string
  /** PostgreSQL URL of the metadata database; null for the embedded database. */
  databaseUrl: string | null
  /** Milliseconds that the start waits for the metadata database. */
  databaseWait: number
  resultsUrl: string | null
  /** Public URL with a trailing slash; null to derive it from each request. */
  baseUrl: string | null
  secretKey: string
  /** The file that contains the key; null if it comes from the environment. */
  secretKeyFile: string | null
  /** Whether that file was missing and has just been created. */
  isSecretKeyNew: boolean
  /** Sign-in methods besides email and password. */
  signIn: SignInConfig
  admin: { email: string; password: string } | null
  organizationName: string | null
  sampleData: boolean
  mailUrl: string | null
  mailFrom: string | null
  /** Days after which a session ends, however actively it is used. */
  sessionDays: number
  /** Private addresses and networks that alert destinations may call. */
  destinationNetworks: string[]
  /** Private addresses and networks that URLs in query texts may point to. */
  sourceNetworks: readonly string[]
  /** Folders of this machine whose files data sources may read. */
  sourceFolders: readonly string[]
  /** Maximum number of concurrent executions per worker process. */
  executionConcurrency: number
  /** Milliseconds that running executions get to finish when this process is asked to stop. */
  shutdownGrace: number
  /** Whether a query text starts with a comment that names the user who runs it, if the source supports comments. */
  annotates: boolean
  /** Days for which ended executions, and results that no query shows, are kept. */
  resultRetention: number
  /** Days for which entries of the audit log are kept. */
  auditRetention: number
  /** Days for which usage events are kept. */
  eventRetention: number
  /** Token that gives callers from other machines access to `/metrics`; null for admins only. */
  metricsToken: string | null
  /**
   * Base URL of the documentation that the help shows, with a trailing slash; null for the documentation included in the product.
   */
  helpUrl: string | null
  /** URL that returns the newest version; null for no check. */
  versionUrl: string | null
  limits: {
    /** Milliseconds; null for no limit. */
    time: number | null
    /** The same for runs started by a schedule. */
    scheduledTime: number | null
    /** The same for runs started with query keys or by visitors of public dashboards. */
    publicTime: number | null
    rows: number
    bytes: number
    /** Resident bytes of an executor process. */
    memory: number
  }
  /** Seconds. Visitors of public dashboards get a stored result that is younger than this, even if they request a fresh one. */
  publicMaxAge: number
  /** Free bytes on the disk of the data folder that a run needs to start; 0 for no check. */
  minFreeSpace: number
  /** Size of the in-memory cache of small results, in bytes. */
  answerMemory: number
  /** Origins of other sites whose pages may read results; `*` for all. */
  corsOrigins: string[]
  /** Email domains, in lower case, that cannot be used for accounts; this includes their subdomains. */
  blockedEmailDomains: string[]
  /** Whether the key of a query can also run it with text parameters, as embeds of old installations need. */
  allowsTextInEmbeds: boolean
  /** Whether charts may run code written by their authors. */
  allowsCustomCharts: boolean
  /** Tile layers of maps, the default first. */
  mapTiles: MapTileLayer[]
  /** Whether users without an uploaded picture get the one of gravatar.com. */
  gravatar: boolean
  /** Whether naming a draft publishes it. */
  publishesNamedQueries: boolean
  /** Maximum number of characters of a JSON cell that tables parse. */
  maxCellJson: number
  pageSize: number
  pageSizeOptions: number[]
  /** Seconds. The intervals offered by the schedule dialog. */
  queryRefreshIntervals: number[]
  /** Seconds. The intervals at which a dashboard can refresh itself. */
  dashboardRefreshIntervals: number[]
  /** Minimum interval in seconds between two refreshes, of dashboards and of scheduled queries. */
  minRefreshInterval: number
}

const MEGABYTE = 1024 * 1024

const Environment = z.object({
  PORT: whole(0, 65_535).default(5000),
  HOST: z.string().default('127.0.0.1'),
  SIGHTLINE_MAX_CONNECTIONS: whole(10, 1_000_000).default(4096),
  /** Seconds. */
  SIGHTLINE_REQUEST_TIME_LIMIT: whole(1, 3600).default(30),
  SIGHTLINE_ROLE: one('all', 'web', 'worker').default('all'),
  SIGHTLINE_DATA_DIR: z.string().default('./data'),
  SIGHTLINE_DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://user:password@host:5432/sightline').optional(),
  /** Seconds. */
  SIGHTLINE_DATABASE_WAIT: whole(0, 3600).default(60),
  SIGHTLINE_RESULTS_URL: address(/^(file|postgres|s3)$/, 'file:///var/lib/sightline/results').optional(),
  SIGHTLINE_BASE_URL: address(/^https?$/, 'https://sightline.example.com/').optional(),
  SIGHTLINE_SECRET_KEY: z.string().optional(),
  SIGHTLINE_ADMIN_EMAIL: z.email('must be an email address').optional(),
  SIGHTLINE_ADMIN_PASSWORD: z.string().max(1024).optional(),
  SIGHTLINE_ORG_NAME: z.string().trim().min(1).max(255).optional(),
  /** Days. */
  SIGHTLINE_SESSION_DAYS: whole(1, 365).default(30),
  SIGHTLINE_SAMPLE_DATA: flag.default(true),
  SIGHTLINE_MAIL_URL: address(/^smtps?$/, 'smtp://user:password@mail.example.com:587').optional(),
  SIGHTLINE_MAIL_FROM: z.string().optional(),
  SIGHTLINE_DESTINATION_NETWORKS: networkList.default([]),
  SIGHTLINE_SOURCE_NETWORKS: networkList.default([]),
  SIGHTLINE_SOURCE_FOLDERS: folderList.default([]),
  SIGHTLINE_EXECUTION_CONCURRENCY: whole(1, 64).default(4),
  /** Seconds. */
  SIGHTLINE_SHUTDOWN_GRACE: whole(0, 3600).default(10),
  SIGHTLINE_ANNOTATE: flag.default(true),
  /** Days. */
  SIGHTLINE_RESULT_RETENTION: whole(1, 3650).default(7),
  /** Days. */
  SIGHTLINE_AUDIT_RETENTION: whole(1, 3650).default(365),
  /** Days. */
  SIGHTLINE_EVENT_RETENTION: whole(1, 3650).default(365),
  /** Everyone who has the token can read the server's metrics, so it must not be short. */
  SIGHTLINE_METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').max(1024).optional(),
  SIGHTLINE_HELP_URL: address(/^https?$/, 'https://docs.example.com/sightline/').optional(),
  SIGHTLINE_VERSION_URL: address(/^https?$/, 'https://downloads.example.com/sightline/version.json').optional(),
  /** Seconds. */
  SIGHTLINE_QUERY_TIME_LIMIT: whole(0, 86_400).default(1800),
  /** Seconds. */
  SIGHTLINE_SCHEDULED_QUERY_TIME_LIMIT: whole(0, 86_400).optional(),
  /** Seconds. */
  SIGHTLINE_PUBLIC_QUERY_TIME_LIMIT: whole(0, 86_400).default(300),
  /** Seconds. */
  SIGHTLINE_PUBLIC_MAX_AGE: whole(0, 86_400).default(60),
  /** Megabytes. */
  SIGHTLINE_MIN_FREE_SPACE: whole(0, 1_048_576).default(1024),
  SIGHTLINE_RESULT_ROW_LIMIT: whole(1, 2_000_000_000).default(10_000_000),
  /** Bytes. */
  SIGHTLINE_RESULT_BYTE_LIMIT: whole(1, 999_999_999_999_999).default(8 * 1024 * MEGABYTE),
  /** Megabytes. */
  SIGHTLINE_EXECUTOR_MEMORY: whole(256, 1_048_576).default(2048),
  /** Megabytes. */
  SIGHTLINE_ANSWER_MEMORY: whole(0, 1_048_576).default(64),
  SIGHTLINE_CORS_ORIGINS: origins.default([]),
  SIGHTLINE_BLOCKED_EMAIL_DOMAINS: z
    .string()
    .transform((list) =>
      list
        .toLowerCase()
        .split(',')
        .flatMap((domain) => domain.trim() || []),
    )
    .default(['qq.com']),
  SIGHTLINE_ALLOW_PARAMETERS_IN_EMBEDS: flag.default(false),
  SIGHTLINE_AUTO_PUBLISH: flag.default(true),
  /** Characters. */
  SIGHTLINE_TABLE_CELL_MAX_JSON: whole(0, 10_000_000).default(50_000),
  SIGHTLINE_GRAVATAR: flag.default(false),
  SIGHTLINE_CUSTOM_CHARTS: flag.default(false),
  SIGHTLINE_MAP_TILES: tileLayers.default([...defaultTileLayers]),
  ...signInVariables,
  SIGHTLINE_PAGE_SIZE: whole(1, MAX_PAGE_SIZE).default(20),
  SIGHTLINE_PAGE_SIZE_OPTIONS: z
    .string()
    .regex(/^\d{1,3}(,\d{1,3})*$/, 'must be numbers with commas between them, such as 5,10,20')
    .transform((list) => list.split(',').map(Number))
    .refine((sizes) => sizes.every((size) => size >= 1 && size <= MAX_PAGE_SIZE), `must be numbers from 1 to ${MAX_PAGE_SIZE}`)
    .default([5, 10, 20, 50, 100]),
  /** Seconds. */
  SIGHTLINE_QUERY_REFRESH_INTERVALS: intervals.default([...DEFAULT_REFRESH_INTERVALS]),
  /** Seconds. */
  SIGHTLINE_DASHBOARD_REFRESH_INTERVALS: intervals.default([...DEFAULT_DASHBOARD_RATES]),
  /** Seconds. */
  SIGHTLINE_MIN_REFRESH_INTERVAL: z.coerce
    .number()
    .int()
    .min(MIN_REFRESH_SECONDS, `must be at least ${MIN_REFRESH_SECONDS}`)
    .default(MIN_REFRESH_SECONDS),
})

/**
 * Reads the settings from environment variables; an empty one counts as unset.
 * @throws Error with one sentence that names the variable and the expected value
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const settings = parsed.data
  const dataDir = resolve(settings.SIGHTLINE_DATA_DIR)
  const role = settings.SIGHTLINE_ROLE
  const databaseUrl = settings.SIGHTLINE_DATABASE_URL ?? null
  if (role !== 'all' && databaseUrl === null) {
    throw new Error(`SIGHTLINE_ROLE=${role} needs SIGHTLINE_DATABASE_URL: the embedded database serves one process only.`)
  }
  if (role !== 'all' && settings.SIGHTLINE_SECRET_KEY === undefined) {
    throw new Error(`SIGHTLINE_ROLE=${role} needs SIGHTLINE_SECRET_KEY, the same for every process of this installation.`)
  }
  return {
    port: settings.PORT,
    host: settings.HOST,
    maxConnections: settings.SIGHTLINE_MAX_CONNECTIONS,
    requestTime: settings.SIGHTLINE_REQUEST_TIME_LIMIT * 1000,
    role,
    dataDir,
    databaseUrl,
    databaseWait: settings.SIGHTLINE_DATABASE_WAIT * 1000,
    resultsUrl: settings.SIGHTLINE_RESULTS_URL ?? null,
    baseUrl: settings.SIGHTLINE_BASE_URL?.replace(/\/*$/, '/') ?? null,
    ...secretKeyFrom(settings.SIGHTLINE_SECRET_KEY, dataDir),
    signIn: signInConfigFrom(settings),
    admin: adminFrom(settings.SIGHTLINE_ADMIN_EMAIL, settings.SIGHTLINE_ADMIN_PASSWORD),
    organizationName: settings.SIGHTLINE_ORG_NAME ?? null,
    sessionDays: settings.SIGHTLINE_SESSION_DAYS,
    sampleData: settings.SIGHTLINE_SAMPLE_DATA,
    mailUrl: settings.SIGHTLINE_MAIL_URL ?? null,
    mailFrom: settings.SIGHTLINE_MAIL_FROM ?? null,
    destinationNetworks: settings.SIGHTLINE_DESTINATION_NETWORKS,
    sourceNetworks: settings.SIGHTLINE_SOURCE_NETWORKS,
    sourceFolders: sourceFoldersFrom(settings.SIGHTLINE_SOURCE_FOLDERS, dataDir),
    executionConcurrency: settings.SIGHTLINE_EXECUTION_CONCURRENCY,
    shutdownGrace: settings.SIGHTLINE_SHUTDOWN_GRACE * 1000,
    annotates: settings.SIGHTLINE_ANNOTATE,
    resultRetention: settings.SIGHTLINE_RESULT_RETENTION,
    auditRetention: settings.SIGHTLINE_AUDIT_RETENTION,
    eventRetention: settings.SIGHTLINE_EVENT_RETENTION,
    metricsToken: settings.SIGHTLINE_METRICS_TOKEN ?? null,
    helpUrl: settings.SIGHTLINE_HELP_URL?.replace(/\/*$/, '/') ?? null,
    versionUrl: settings.SIGHTLINE_VERSION_URL ?? null,
    limits: {
      time: milliseconds(settings.SIGHTLINE_QUERY_TIME_LIMIT),
      scheduledTime: milliseconds(settings.SIGHTLINE_SCHEDULED_QUERY_TIME_LIMIT ?? settings.SIGHTLINE_QUERY_TIME_LIMIT),
      publicTime: milliseconds(settings.SIGHTLINE_PUBLIC_QUERY_TIME_LIMIT),
      rows: settings.SIGHTLINE_RESULT_ROW_LIMIT,
      bytes: settings.SIGHTLINE_RESULT_BYTE_LIMIT,
      memory: settings.SIGHTLINE_EXECUTOR_MEMORY * MEGABYTE,
    },
    publicMaxAge: settings.SIGHTLINE_PUBLIC_MAX_AGE,
    minFreeSpace: settings.SIGHTLINE_MIN_FREE_SPACE * MEGABYTE,
    answerMemory: settings.SIGHTLINE_ANSWER_MEMORY * MEGABYTE,
    corsOrigins: settings.SIGHTLINE_CORS_ORIGINS,
    blockedEmailDomains: settings.SIGHTLINE_BLOCKED_EMAIL_DOMAINS,
    publishesNamedQueries: settings.SIGHTLINE_AUTO_PUBLISH,
    maxCellJson: settings.SIGHTLINE_TABLE_CELL_MAX_JSON,
    allowsTextInEmbeds: settings.SIGHTLINE_ALLOW_PARAMETERS_IN_EMBEDS,
    gravatar: settings.SIGHTLINE_GRAVATAR,
    allowsCustomCharts: settings.SIGHTLINE_CUSTOM_CHARTS,
    mapTiles: settings.SIGHTLINE_MAP_TILES,
    pageSize: settings.SIGHTLINE_PAGE_SIZE,
    pageSizeOptions: settings.SIGHTLINE_PAGE_SIZE_OPTIONS,
    dashboardRefreshIntervals: usableIntervals(settings.SIGHTLINE_DASHBOARD_REFRESH_INTERVALS),
    queryRefreshIntervals: usableIntervals(settings.SIGHTLINE_QUERY_REFRESH_INTERVALS),
    minRefreshInterval: settings.SIGHTLINE_MIN_REFRESH_INTERVAL,
  }
}

/** 0 seconds means no limit. */
const milliseconds = (seconds: number) => (seconds === 0 ? null : seconds * 1000)

function secretKeyFrom(
  given: string | undefined,
  dataDir: string,
): Pick<Config, 'secretKey' | 'secretKeyFile' | 'isSecretKeyNew'> {
  if (given === undefined) {
    const { key, isNew } = storedSecretKey(dataDir)
    return { secretKey: key, secretKeyFile: secretKeyFile(dataDir), isSecretKeyNew: isNew }
  }
  const problem = secretKeyProblem(given)
  if (problem !== null) throw new Error(problem)
  return { secretKey: given, secretKeyFile: null, isSecretKeyNew: false }
}

function adminFrom(email: string | undefined, password: string | undefined): Config['admin'] {
  if (email === undefined && password === undefined) return null
  if (email === undefined) throw new Error('SIGHTLINE_ADMIN_PASSWORD requires SIGHTLINE_ADMIN_EMAIL.')
  if (password === undefined) throw new Error('SIGHTLINE_ADMIN_EMAIL requires SIGHTLINE_ADMIN_PASSWORD.')
  return { email: email.toLowerCase(), password }
}
