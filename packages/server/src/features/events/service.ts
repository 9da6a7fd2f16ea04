import type { UsageEvent } from '@sightline/contract/events.ts'
import type { Context, Viewer } from '../../platform/context.ts'
import * as store from './store.ts'

/** Records what the caller did. A clock of the caller's that is far off does not matter: our time is kept beside theirs. */
export async function record(ctx: Context, events: UsageEvent[]): Promise<void> {
  await store.insert(
    ctx.db,
    events.map(({ action, object_type, object_id, ...additional }) => ({
      user_id: ctx.viewer.kind === 'user' ? ctx.viewer.id : null,
      action,
      object_type,
      object_id: object_id === null || object_id === undefined ? null : String(object_id),
      additional_properties: { ...additional, ...callerOf(ctx.viewer), ip: ctx.origin?.ip, user_agent: ctx.origin?.userAgent },
      created_at: ctx.now(),
    })),
  )
}

/** Who called, for those who read the events. */
function callerOf(viewer: Viewer): Record<string, unknown> {
  switch (viewer.kind) {
    case 'user':
      return { user_name: viewer.name }
    case 'key':
      return { api_key_of_query: viewer.queryId }
    case 'token':
      return { api_key_of_dashboard: viewer.dashboardId }
    case 'nobody':
      return {}
  }
}
