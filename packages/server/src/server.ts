import { fileURLToPath } from 'node:url'
import { api } from '@sightline/contract/api.ts'
import { dashboardRoutes } from './features/dashboards/routes.ts'
import { dataSourceRoutes } from './features/data-sources/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import { executionJobs, startExecutions } from './features/executions/jobs.ts'
import { executionRoutes } from './features/executions/routes.ts'
import { queryRoutes } from './features/queries/routes.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { identify } from './features/session/service.ts'
import { setupRoutes } from './features/setup/routes.ts'
import { isSetUp } from './features/setup/service.ts'
import { statusRoutes } from './features/status/routes.ts'
import { visualizationRoutes } from './features/visualizations/routes.ts'
import type { Services } from './platform/context.ts'
import { addOperations } from './platform/http/operations.ts'
import { addReference } from './platform/http/reference.ts'
import { createHttpServer, type HttpServer } from './platform/http/server.ts'
import { addWebApp } from './platform/http/web-app.ts'

const WEB_APP = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface ServerOptions {
  /** Folder of the built web app. */
  webApp?: string
  /** Compares every reply with the contract: for tests and development. */
  checksReplies?: boolean
}

/** Puts the web role together: every feature's endpoints, the web app, and what operators ask. Nothing listens yet. */
export async function buildServer(
  services: Services,
  { webApp = WEB_APP, checksReplies = false }: ServerOptions = {},
): Promise<HttpServer> {
  const http = await createHttpServer(services, {
    identify: (credentials) => identify(services, credentials),
    checksReplies,
  })
  const { app } = http
  dashboardRoutes(app)
  dataSourceRoutes(app)
  eventRoutes(app)
  executionRoutes(app)
  queryRoutes(app)
  sessionRoutes(app)
  setupRoutes(app)
  statusRoutes(app)
  visualizationRoutes(app)

  addOperations(http, services)
  addReference(
    http,
    Object.values(api).flatMap((endpoints) => Object.values(endpoints)),
  )
  await addWebApp(http, { dist: webApp, isSetUp: () => isSetUp(services) })
  await http.fastify.ready()
  return http
}

/** Starts the worker role: this process takes jobs from the queue from now on. */
export async function startWorker(services: Services): Promise<void> {
  await startExecutions(services)
  await services.queue.work(executionJobs(services))
}
