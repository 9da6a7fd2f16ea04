import { groups as api } from '@sightline/contract/groups.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

export function groupRoutes(app: App) {
  app.answer(api.mappings, (ctx) => service.mappings(ctx))
  app.answer(api.saveMappings, (ctx, { body }) => service.saveMappings(ctx, body))
  app.answer(api.list, (ctx) => service.list(ctx))
  app.answer(api.create, (ctx, { body }) => service.create(ctx, body))
  app.answer(api.get, (ctx, { params }) => service.get(ctx, params.id))
  app.answer(api.update, (ctx, { params, body }) => service.rename(ctx, params.id, body))
  app.answer(api.remove, async (ctx, { params }) => {
    await service.remove(ctx, params.id)
    return null
  })
  app.answer(api.members, (ctx, { params }) => service.members(ctx, params.id))
  app.answer(api.addMember, (ctx, { params, body }) => service.addMember(ctx, params.id, body.user_id))
  app.answer(api.removeMember, async (ctx, { params }) => {
    await service.removeMember(ctx, params.id, params.user_id)
    return null
  })
  app.answer(api.dataSources, (ctx, { params }) => service.dataSources(ctx, params.id))
  app.answer(api.addDataSource, (ctx, { params, body }) => service.addDataSource(ctx, params.id, body.data_source_id))
  app.answer(api.changeDataSource, (ctx, { params, body }) =>
    service.changeDataSource(ctx, params.id, params.data_source_id, body.view_only),
  )
  app.answer(api.removeDataSource, async (ctx, { params }) => {
    await service.removeDataSource(ctx, params.id, params.data_source_id)
    return null
  })
}
