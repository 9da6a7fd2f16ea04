import { type Action, can } from '@sightline/domain/permissions/can.ts'
import type { Viewer } from './context.ts'
import { AppError } from './http/errors.ts'

type RecordOf<A extends Action> = Parameters<typeof can<A>>[2]

/**
 * Lets pass who may do this to this record.
 * @throws AppError `forbidden`; `not_owner` for what is left to the owner and admins
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
])
