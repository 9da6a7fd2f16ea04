import { mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const KEY = 'k3y-0f-th1s-1nst4llat10n-and-n0-0ther'
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-config-'))
})
const read = (env: Record<string, string> = {}) => readConfig({ SIGHTLINE_DATA_DIR: dataDir, ...env })

describe('the settings', () => {
  it('have a default value each', () => {
    expect(read()).toMatchObject({
      port: 5000,
      host: '127.0.0.1',
      role: 'all',
      dataDir,
      databaseUrl: null,
      resultsUrl: null,
      baseUrl: null,
      admin: null,
      organizationName: null,
      sampleData: true,
      executionConcurrency: 4,
      shutdownGrace: 10_000,
      annotates: true,
      resultRetention: 7,
      auditRetention: 365,
      limits: {
        time: 1_800_000,
        scheduledTime: 1_800_000,
        publicTime: 300_000,
        rows: 10_000_000,
        bytes: 8_589_934_592,
        memory: 2_147_483_648,
      },
      publicMaxAge: 60,
      minFreeSpace: 1_073_741_824,
      answerMemory: 67_108_864,
      corsOrigins: [],
      allowsTextInEmbeds: false,
      allowsCustomCharts: false,
      pageSize: 20,
      pageSizeOptions: [5, 10, 20, 50, 100],
    })
  })

  it('count as unset if they are empty', () => {
    expect(read({ PORT: '', SIGHTLINE_DATABASE_URL: '', SIGHTLINE_BASE_URL: '' })).toMatchObject({ port: 5000, baseUrl: null })
  })

  it('are converted from the documented units', () => {
    const config = read({
      SIGHTLINE_BASE_URL: 'https://example.com/sight',
      SIGHTLINE_QUERY_TIME_LIMIT: '90',
      SIGHTLINE_SHUTDOWN_GRACE: '30',
      SIGHTLINE_RESULT_RETENTION: '90',
      SIGHTLINE_AUDIT_RETENTION: '30',
      SIGHTLINE_ANNOTATE: '0',
      SIGHTLINE_EXECUTOR_MEMORY: '512',
      SIGHTLINE_ANSWER_MEMORY: '8',
      SIGHTLINE_CORS_ORIGINS: 'https://wiki.example.com, http://localhost:3000',
      SIGHTLINE_ALLOW_PARAMETERS_IN_EMBEDS: '1',
      SIGHTLINE_CUSTOM_CHARTS: '1',
      SIGHTLINE_MAP_TILES: 'none',
      SIGHTLINE_BLOCKED_EMAIL_DOMAINS: 'qq.com, Mailinator.com,',
      SIGHTLINE_PAGE_SIZE_OPTIONS: '10,25',
      SIGHTLINE_SOURCE_FOLDERS: '/srv/exports, /srv/our reports',
      SIGHTLINE_SAMPLE_DATA: '0',
      SIGHTLINE_ADMIN_EMAIL: 'Ada@Example.com',
      SIGHTLINE_ADMIN_PASSWORD: 'secret',
    })
    expect(config).toMatchObject({
      baseUrl: 'https://example.com/sight/',
      shutdownGrace: 30_000,
      resultRetention: 90,
      auditRetention: 30,
      annotates: false,
      limits: { time: 90_000, scheduledTime: 90_000, memory: 536_870_912 },
      answerMemory: 8_388_608,
      corsOrigins: ['https://wiki.example.com', 'http://localhost:3000'],
      allowsTextInEmbeds: true,
      allowsCustomCharts: true,
      mapTiles: [],
      blockedEmailDomains: ['qq.com', 'mailinator.com'],
      pageSizeOptions: [10, 25],
      sourceFolders: ['/srv/exports', '/srv/our reports'],
      sampleData: false,
      admin: { email: 'ada@example.com', password: 'secret' },
    })
  })

  it('disable a limit if they are 0', () => {
    const none = {
      SIGHTLINE_QUERY_TIME_LIMIT: '0',
      SIGHTLINE_PUBLIC_QUERY_TIME_LIMIT: '0',
      SIGHTLINE_PUBLIC_MAX_AGE: '0',
      SIGHTLINE_MIN_FREE_SPACE: '0',
    }
    expect(read(none)).toMatchObject({
      limits: { time: null, scheduledTime: null, publicTime: null },
      publicMaxAge: 0,
      minFreeSpace: 0,
    })
  })

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number.'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ SIGHTLINE_ROLE: 'both' }, 'SIGHTLINE_ROLE must be one of all, web, worker.'],
    [
      { SIGHTLINE_DATABASE_URL: 'mysql://localhost/x' },
      'SIGHTLINE_DATABASE_URL must be an address such as postgres://user:password@host:5432/sightline.',
    ],
    [{ SIGHTLINE_BASE_URL: 'example.com' }, 'SIGHTLINE_BASE_URL must be an address such as https://sightline.example.com/.'],
    ...['wiki.example.com', 'https://wiki.example.com/', 'https://a.com,,*', 'null'].map(
      (origins): [Record<string, string>, string] => [
        { SIGHTLINE_CORS_ORIGINS: origins },
        'SIGHTLINE_CORS_ORIGINS must be origins with commas between them, such as https://wiki.example.com, or *.',
      ],
    ),
    ...['exports', '/srv/a,../b', '/srv/a,'].map((folders): [Record<string, string>, string] => [
      { SIGHTLINE_SOURCE_FOLDERS: folders },
      'SIGHTLINE_SOURCE_FOLDERS must be absolute paths with commas between them, such as /srv/exports,/srv/reports.',
    ]),
    [{ SIGHTLINE_SAMPLE_DATA: 'perhaps' }, 'SIGHTLINE_SAMPLE_DATA must be 1 or 0.'],
    [{ SIGHTLINE_ADMIN_EMAIL: 'ada@example.com' }, 'SIGHTLINE_ADMIN_EMAIL requires SIGHTLINE_ADMIN_PASSWORD.'],
    [
      { SIGHTLINE_ROLE: 'worker' },
      'SIGHTLINE_ROLE=worker needs SIGHTLINE_DATABASE_URL: the embedded database serves one process only.',
    ],
    [
      { SIGHTLINE_ROLE: 'web', SIGHTLINE_DATABASE_URL: 'postgres://localhost/x' },
      'SIGHTLINE_ROLE=web needs SIGHTLINE_SECRET_KEY, the same for every process of this installation.',
    ],
  ])('are rejected with an error message if they are invalid: %j', (env, sentence) => {
    expect(() => read(env)).toThrow(new Error(sentence))
  })

  it('reject folders for data sources that contain the data directory or lie in it', () => {
    const link = join(mkdtempSync(join(tmpdir(), 'sightline-config-')), 'link')
    symlinkSync(dataDir, link)
    for (const folder of ['/', join(dataDir, '..'), dataDir, join(dataDir, 'results'), link])
      expect(() => read({ SIGHTLINE_SOURCE_FOLDERS: folder })).toThrow(
        new Error(`SIGHTLINE_SOURCE_FOLDERS must not overlap the data directory, but ${folder} does.`),
      )
  })
})

describe('the intervals of schedules', () => {
  it('are configurable; intervals below 30 seconds are dropped (OPEN-04, SCHED-04)', () => {
    expect(read().queryRefreshIntervals).toEqual([
      60, 300, 600, 900, 1800, 3600, 7200, 10800, 14400, 18000, 21600, 25200, 28800, 32400, 36000, 39600, 43200, 86400, 604800,
      1209600, 2592000,
    ])
    expect(read({ SIGHTLINE_QUERY_REFRESH_INTERVALS: '3600,29,30,1' }).queryRefreshIntervals).toEqual([30, 3600])
    expect(() => read({ SIGHTLINE_QUERY_REFRESH_INTERVALS: 'hourly' })).toThrow(
      /^SIGHTLINE_QUERY_REFRESH_INTERVALS must be seconds/,
    )
  })
})

describe('the refresh intervals of dashboards', () => {
  it('are configurable; intervals below 30 seconds are dropped (OPEN-05)', () => {
    expect(read().dashboardRefreshIntervals).toEqual([60, 300, 600, 1800, 3600, 43_200, 86_400])
    expect(read({ SIGHTLINE_DASHBOARD_REFRESH_INTERVALS: '900,29,30' }).dashboardRefreshIntervals).toEqual([30, 900])
  })

  it('have a minimum of 30 seconds, or more if the operator sets it (OPEN-06)', () => {
    expect(read().minRefreshInterval).toBe(30)
    expect(read({ SIGHTLINE_MIN_REFRESH_INTERVAL: '300' }).minRefreshInterval).toBe(300)
    expect(() => read({ SIGHTLINE_MIN_REFRESH_INTERVAL: '29' })).toThrow(/^SIGHTLINE_MIN_REFRESH_INTERVAL must be at least 30/)
  })
})

it('logs from level info on, with a line for each request, unless the operator chooses otherwise (OPEN-282)', () => {
  expect(read()).toMatchObject({ logLevel: 'info', logsRequests: true })
  expect(read({ SIGHTLINE_LOG_LEVEL: 'warn', SIGHTLINE_ACCESS_LOG: '0' })).toMatchObject({
    logLevel: 'warn',
    logsRequests: false,
  })
  expect(() => read({ SIGHTLINE_LOG_LEVEL: 'loud' })).toThrow(
    'SIGHTLINE_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace.',
  )
})

it('has up to ten connections to the metadata database, or as many as are set (OPEN-285)', () => {
  expect(read().databasePool).toBe(10)
  expect(read({ SIGHTLINE_DATABASE_POOL: '40' }).databasePool).toBe(40)
  expect(() => read({ SIGHTLINE_DATABASE_POOL: '1' })).toThrow('SIGHTLINE_DATABASE_POOL must be a whole number from 2 to 500.')
})

it('publishes a draft when it is named, unless that is disabled (OPEN-49)', () => {
  expect(read().publishesNamedQueries).toBe(true)
  expect(read({ SIGHTLINE_AUTO_PUBLISH: '0' }).publishesNamedQueries).toBe(false)
  expect(read({ SIGHTLINE_AUTO_PUBLISH: '1' }).publishesNamedQueries).toBe(true)
  expect(() => read({ SIGHTLINE_AUTO_PUBLISH: 'named' })).toThrow(/^SIGHTLINE_AUTO_PUBLISH must be/)
})

it('limits the JSON that tables parse to 50,000 characters, or as many as are set (OPEN-64)', () => {
  expect(read().maxCellJson).toBe(50_000)
  expect(read({ SIGHTLINE_TABLE_CELL_MAX_JSON: '120' }).maxCellJson).toBe(120)
  expect(() => read({ SIGHTLINE_TABLE_CELL_MAX_JSON: '-1' })).toThrow(/^SIGHTLINE_TABLE_CELL_MAX_JSON must be/)
})

it('keeps results that no query shows for 7 days, or as many as are set (OPEN-45)', () => {
  expect(read().resultRetention).toBe(7)
  expect(read({ SIGHTLINE_RESULT_RETENTION: '90' }).resultRetention).toBe(90)
})

describe('the secret key', () => {
  it('can be set by an environment variable', () => {
    expect(read({ SIGHTLINE_SECRET_KEY: KEY }).secretKey).toBe(KEY)
  })

  it.each(['short', 'x'.repeat(40), 'change-me-please-change-me-please-1234', 'secretsecretsecretsecretsecretsecret'])(
    'is rejected if it is short or well known: %s',
    (key) => {
      expect(() => read({ SIGHTLINE_SECRET_KEY: key })).toThrow(
        /^SIGHTLINE_SECRET_KEY (needs at least 32 characters|is a well-known)/,
      )
    },
  )

  it('is generated on first use, is readable by its owner only, and is kept', () => {
    const { secretKey } = read()
    expect(secretKey).toHaveLength(64)
    expect(read().secretKey).toBe(secretKey)
    const path = join(dataDir, 'secret.key')
    expect(readFileSync(path, 'utf8').trim()).toBe(secretKey)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('is not replaced if its file is damaged', () => {
    writeFileSync(join(dataDir, 'secret.key'), 'oops')
    expect(() => read()).toThrow(/secret\.key does not hold a usable key/)
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe('oops')
  })
})
