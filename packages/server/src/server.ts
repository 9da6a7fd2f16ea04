import { fileURLToPath } from 'node:url'
import { api } from '@sightline/contract/api.ts'
import { aclRoutes } from './features/acl/routes.ts'
import { alertJobs, scheduleAlertJobs } from './features/alerts/jobs.ts'
import { alertRoutes } from './features/alerts/routes.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { auditJobs, scheduleAuditJobs } from './features/audit/jobs.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { cleanUpJobs, scheduleCleanUpJobs } from './features/clean-up/jobs.ts'
import { cleanUpRoutes } from './features/clean-up/routes.ts'
import { commentJobs } from './features/comments/jobs.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { dashboardRoutes } from './features/dashboards/routes.ts'
import { dataSourceJobs, scheduleDataSourceJobs } from './features/data-sources/jobs.ts'
import { dataSourceRoutes } from './features/data-sources/routes.ts'
import { destinationRoutes } from './features/destinations/routes.ts'
import { eventJobs, scheduleEventJobs } from './features/events/jobs.ts'
import { recordCall } from './features/events/record-api-calls.ts'
import { eventRoutes } from './features/events/routes.ts'
import { flushRecorded } from './features/events/service.ts'
import { executionJobs, startExecutions, startSchedules } from './features/executions/jobs.ts'
import { executionRoutes } from './features/executions/routes.ts'
import { startHeartbeat } from './features/executions/worker/heartbeat.ts'
import { exportRoutes } from './features/exports/routes.ts'
import { groupRoutes } from './features/groups/routes.ts'
import { homeRoutes } from './features/home/routes.ts'
import { queryRoutes } from './features/queries/routes.ts'
import { scimRoutes } from './features/scim/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { secondFactorRoutes } from './features/second-factor/routes.ts'
import { externalRoutes } from './features/session/external.routes.ts'
import { passwordRoutes } from './features/session/passwords.routes.ts'
import { pageStatus, sessionJobs } from './features/session/passwords.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { secondStepRoutes } from './features/session/second-step.routes.ts'
import { identify } from './features/session/service.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { organizationIdentity, organizationLanguage, readSettings } from './features/settings/service.ts'
import { setupJobs } from './features/setup/jobs.ts'
import { setupRoutes } from './features/setup/routes.ts'
import { isSetUp } from './features/setup/service.ts'
import { snippetRoutes } from './features/snippets/routes.ts'
import { statusRoutes } from './features/status/routes.ts'
import { metrics } from './features/status/service.ts'
import { scheduleSubscriptionJobs, subscriptionJobs } from './features/subscriptions/jobs.ts'
import { subscriptionRoutes } from './features/subscriptions/routes.ts'
import { transferRoutes } from './features/transfer/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { visualizationRoutes } from './features/visualizations/routes.ts'
import { firstTexts } from './first-texts.ts'
import type { Services } from './platform/context.ts'
import { addOperations } from './platform/http/operations.ts'
import { addReference } from './platform/http/reference.ts'
import { createHttpServer, type HttpServer } from './platform/http/server.ts'
import { addWebApp } from './platform/http/web-app.ts'

const WEB_APP = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface ServerOptions {
  /** Folder of the built web app. */
  webApp?: string
  /** Validates every response against the contract, for tests and development. */
  checksReplies?: boolean
}

/** Builds the web role: the endpoints of all features, the web app, and the operators' endpoints. It does not listen yet. */
export async function buildServer(
  services: Services,
  { webApp = WEB_APP, checksReplies = false }: ServerOptions = {},
): Promise<HttpServer> {
  const defaultLanguage = () => organizationLanguage(services)
  const http = await createHttpServer(services, {
    identify: (credentials) => identify(services, credentials),
    defaultLanguage,
    checksReplies,
    onAnswered: recordCall,
  })
  http.fastify.addHook('onClose', () => flushRecorded(services))
  const { app } = http
  aclRoutes(app)
  alertRoutes(app)
  apiKeyRoutes(app)
  auditRoutes(app)
  cleanUpRoutes(app)
  commentRoutes(app)
  dashboardRoutes(app)
  dataSourceRoutes(app)
  destinationRoutes(app)
  eventRoutes(app)
  executionRoutes(app)
  exportRoutes(app)
  groupRoutes(app)
  homeRoutes(app)
  queryRoutes(app)
  passwordRoutes(app)
  sessionRoutes(app)
  secondStepRoutes(app)
  externalRoutes(app)
  scimRoutes(app, services)
  searchRoutes(app)
  secondFactorRoutes(app)
  settingsRoutes(app)
  setupRoutes(app)
  snippetRoutes(app)
  statusRoutes(app)
  subscriptionRoutes(app)
  transferRoutes(app)
  userRoutes(app)
  visualizationRoutes(app)

  addOperations(http, services, () => metrics(services))
  const defaultTheme = async () => (await readSettings(services)).default_theme
  addReference(http, { endpoints: Object.values(api).flatMap((endpoints) => Object.values(endpoints)), defaultTheme })
  await addWebApp(http, {
    dist: webApp,
    isSetUp: () => isSetUp(services),
    statusOf: (path) => pageStatus(services, path),
    defaultTheme,
    defaultLanguage,
    brand: () => organizationIdentity(services),
    textsOf: (viewer, path) => firstTexts({ ...services, viewer, origin: null, baseUrl: services.config.baseUrl ?? '/' }, path),
  })
  await http.fastify.ready()
  return http
}

export interface WorkerOptions {
  /** False does not start schedules, for tests that trigger them themselves. */
  startsScheduled?: boolean
}

/**
 * Starts the worker role: this process now runs executions and jobs, and starts scheduled work.
 * @returns a function that stops it: executions finish within the configured time, or go back to the queue
 */
export async function startWorker(
  services: Services,
  { startsScheduled = true }: WorkerOptions = {},
): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const one of stops.splice(0)) await one()
  }
  try {
    const heartbeat = await startHeartbeat(services)
    // Last, because others take over the work of a worker that has left.
    stops.unshift(() => heartbeat.stop())
    stops.unshift(() => services.queue.close())
    const pool = await startExecutions(services, heartbeat)
    stops.unshift(() => pool.stop())
    if (startsScheduled) {
      const scheduler = await startSchedules(services)
      stops.unshift(() => scheduler.stop())
    }
    await scheduleJobsOf(services)
  } catch (error) {
    await stop().catch((err: unknown) => services.log.warn({ err }, 'A worker that did not start could not be stopped.'))
    throw error
  }
  return stop
}

/** Schedules the recurring jobs of all features, and runs the jobs that they enqueue. */
async function scheduleJobsOf(services: Services): Promise<void> {
  await scheduleAlertJobs(services)
  await scheduleAuditJobs(services)
  await scheduleCleanUpJobs(services)
  await scheduleDataSourceJobs(services)
  await scheduleEventJobs(services)
  await scheduleSubscriptionJobs(services)
  await services.queue.work([
    ...executionJobs(services),
    ...alertJobs(services),
    ...auditJobs(services),
    ...cleanUpJobs(services),
    ...commentJobs(services),
    ...dataSourceJobs(services),
    ...eventJobs(services),
    ...sessionJobs(services),
    ...setupJobs(services),
    ...subscriptionJobs(services),
  ])
}
