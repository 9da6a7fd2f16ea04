import { status as api } from '@sightline/contract/status.ts'
import type { App } from '../../platform/http/app.ts'
import * as installation from './service.ts'
import * as service from './service.ts'
import * as tasks from './tasks.ts'

export function statusRoutes(app: App) {
  app.answer(api.organization, service.organizationStatus)
  app.answer(api.system, (ctx) => service.systemStatus(ctx))
  app.answer(api.outdated, (ctx) => service.outdated(ctx))
  app.answer(api.tasks, (ctx) => tasks.listTasks(ctx))
  app.answer(api.queues, (ctx) => tasks.queues(ctx))
  app.answer(api.installation, (ctx) => installation.describe(ctx))
  app.answer(api.trouble, (ctx) => service.queryProblems(ctx))
}
