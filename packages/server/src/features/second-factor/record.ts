import type { AuditAction } from '@sightline/contract/audit.ts'
import type { Context } from '../../platform/context.ts'
import { record, recordAction } from '../audit/service.ts'

/** Records a change of a user's second factors. At sign-in, where nobody is signed in yet, the user is the actor. */
export function recordChange(
  ctx: Context,
  owner: { id: number; name: string },
  action: AuditAction,
  details: Record<string, unknown> = {},
): Promise<void> {
  const about = { object_id: owner.id, object_name: owner.name, details }
  if (ctx.viewer.kind === 'user') return recordAction(ctx, action, about)
  return record(ctx, { ...about, action, actor: { id: owner.id, name: owner.name }, origin: ctx.origin })
}
