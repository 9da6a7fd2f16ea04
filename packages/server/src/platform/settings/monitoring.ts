import { z } from 'zod'
import { setting } from './setting.ts'
import { flag, one, whole } from './values.ts'

export interface MonitoringConfig {
  /** The least severe level that is logged. */
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
  /** Whether the log has a line for each request. */
  logsRequests: boolean
  /** Token that gives callers from other machines access to `/metrics`; null for admins only. */
  metricsToken: string | null
  /** Port of a worker for health checks and metrics; null for none. */
  workerPort: number | null
}

export const monitoringSettings = {
  SIGHTLINE_LOG_LEVEL: setting(one('fatal', 'error', 'warn', 'info', 'debug', 'trace').default('info'), {
    meaning: 'the least severe level that is [logged](../guide/monitoring.md#log)',
  }),
  SIGHTLINE_ACCESS_LOG: setting(flag.default(true), { meaning: '`0` leaves the line for each request out of the log' }),
  // Everyone who has the token can read the server's metrics, so it must not be short.
  SIGHTLINE_METRICS_TOKEN: setting(z.string().min(16, 'needs at least 16 characters').max(1024).optional(), {
    meaning: 'opens `/metrics` to clients without an admin’s key, sent as `Authorization: Bearer …`; at least 16 characters',
    isSecret: true,
  }),
  SIGHTLINE_WORKER_PORT: setting(whole(1, 65_535).optional(), {
    meaning:
      'port for [health checks and metrics](../guide/monitoring.md#endpoints-and-metrics) of a process whose role is `worker`, at `HOST`; other roles do not open it',
  }),
}

type Given = z.output<z.ZodObject<typeof monitoringSettings>>

export const monitoringConfigFrom = (given: Given): MonitoringConfig => ({
  logLevel: given.SIGHTLINE_LOG_LEVEL,
  logsRequests: given.SIGHTLINE_ACCESS_LOG,
  metricsToken: given.SIGHTLINE_METRICS_TOKEN ?? null,
  workerPort: given.SIGHTLINE_WORKER_PORT ?? null,
})
