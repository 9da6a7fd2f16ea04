import { type Action, can } from '@sightline/domain/permissions/can.ts'
import type { UserViewer, Viewer } from './context.ts'
import { AppError } from './http/errors.ts'

type RecordOf<A extends Action> = Parameters<typeof can<A>>[2]

/**
 * Returns if the viewer may do this to this record.
 * @throws AppError `forbidden`; `not_owner` for actions reserved for the owner and admins
 */
export function authorize<A extends Action>(viewer: Viewer, action: A, record: RecordOf<A>): void {
  if (can(viewer, action, record)) return
  throw new AppError(ownerActions.has(action) ? 'not_owner' : 'forbidden')
}

const ownerActions: ReadonlySet<Action> = new Set<Action>([
  'query.publish',
  'query.tag',
  'query.changeSource',
  'query.archive',
  'query.regenerateKey',
  'alert.change',
  'subscription.end',
  'dashboard.publish',
  'dashboard.tag',
  'dashboard.archive',
  'dashboard.share',
  'acl.change',
  'snippet.edit',
  'user.change',
])

/** Whether responses may contain keys without scopes. An API key with scopes must not give access to more than itself. */
export const seesKeys = (viewer: Viewer): boolean => viewer.kind !== 'user' || viewer.keyScopes === null

/**
 * Refuses a key with scopes to create what gives access beyond it, such as other credentials or the rights of an admin: that would have
 * no scopes, and outlive the key.
 * @throws AppError `unscoped_key_needed`
 */
export function refuseScopedKey({ viewer }: { viewer: Viewer }): void {
  if (!seesKeys(viewer)) throw new AppError('unscoped_key_needed')
}

/**
 * The calling user. @throws AppError `forbidden` if the caller is anonymous or uses the key of a query or the token of a
 * dashboard
 */
export function userOf({ viewer }: { viewer: Viewer }): UserViewer {
  if (viewer.kind !== 'user') throw new AppError('forbidden')
  return viewer
}
