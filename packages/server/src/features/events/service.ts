import type { UsageEvent } from '@sightline/contract/events.ts'
import type { Context } from '../../platform/context.ts'
import * as store from './store.ts'

/** Where a call came from, as far as it is kept. */
interface Origin {
  ip: string
  userAgent: string | null
}

/** Records what the caller did. A clock of the caller's that is far off does not matter: our time is kept beside theirs. */
export async function record(ctx: Context, events: UsageEvent[], origin: Origin): Promise<void> {
  const caller =
    ctx.viewer.kind === 'user'
      ? { user_name: ctx.viewer.name }
      : ctx.viewer.kind === 'key'
        ? { api_key_of_query: ctx.viewer.queryId }
        : {}
  await store.insert(
    ctx.db,
    events.map(({ action, object_type, object_id, ...additional }) => ({
      user_id: ctx.viewer.kind === 'user' ? ctx.viewer.id : null,
      action,
      object_type,
      object_id: object_id === null || object_id === undefined ? null : String(object_id),
      additional_properties: { ...additional, ...caller, ip: origin.ip, user_agent: origin.userAgent },
      created_at: ctx.now(),
    })),
  )
}
