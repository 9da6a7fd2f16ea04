/** The settings of this process, read once from the environment. */
export interface Config {
  port: number
  host: string
  role: 'all' | 'web' | 'worker'
  /** Absolute path. */
  dataDir: string
  /** PostgreSQL for metadata; null for the embedded database. */
  databaseUrl: string | null
  resultsUrl: string | null
  /** Public address with a trailing slash; null to take it from the request. */
  baseUrl: string | null
  secretKey: string
  admin: { email: string; password: string } | null
  organizationName: string | null
  sampleData: boolean
  mailUrl: string | null
  mailFrom: string | null
  /** Executions at a time in one worker process. */
  executionConcurrency: number
  limits: {
    /** Milliseconds; null for none. */
    time: number | null
    rows: number
    bytes: number
    /** Resident bytes of an executor process. */
    memory: number
  }
  pageSize: number
  pageSizeOptions: number[]
}
