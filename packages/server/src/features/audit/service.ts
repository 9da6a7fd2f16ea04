import type { AuditAction } from '@sightline/contract/audit.ts'
import type { Context, Origin, Services, Viewer } from '../../platform/context.ts'
import * as store from './store.ts'

/** Who did something: a user, or, without an id, somebody known by a name alone, such as a command of the operator. */
export interface Actor {
  id: number | null
  name: string
}

/** What something was done to. */
export interface AuditObject {
  /** When left out, what stands before the dot of the action. */
  object_type?: string
  object_id?: number | string | null
  object_name?: string | null
  /** What changed, in a few words that are safe to show: never a secret, a key or a token. */
  details?: Record<string, unknown>
}

export interface NewAuditEntry extends AuditObject {
  /** Null when it is not known who it was. */
  actor: Actor | null
  /** Null when no request brought it about. */
  origin: Origin | null
  action: AuditAction
}

/**
 * Writes an entry into the audit log.
 * @param services `db` may be the transaction of the change itself: then there is neither of them without the other
 */
export async function record({ db, now }: Pick<Services, 'db' | 'now'>, entry: NewAuditEntry): Promise<void> {
  await store.insert(db, {
    created_at: now(),
    action: entry.action,
    actor_id: entry.actor?.id ?? null,
    actor_name: entry.actor?.name ?? null,
    object_type: entry.object_type ?? entry.action.slice(0, entry.action.indexOf('.')),
    object_id: entry.object_id === undefined || entry.object_id === null ? null : String(entry.object_id),
    object_name: entry.object_name ?? null,
    details: entry.details ?? {},
    ip: entry.origin?.ip ?? null,
    user_agent: entry.origin?.userAgent ?? null,
  })
}

/**
 * Writes what the caller does into the audit log.
 * @param ctx within a transaction: `{ ...ctx, db: transaction }`
 */
export function recordAction(ctx: Context, action: AuditAction, object: AuditObject = {}): Promise<void> {
  return record(ctx, { ...object, action, actor: actorOf(ctx.viewer), origin: ctx.origin })
}

const DAY_MS = 86_400_000
/** So that no statement holds the database for long. */
const ROWS_A_STATEMENT = 5000

/** Removes the entries that are older than the settings of the installation want. */
export async function removeOld({ db, now, config }: Pick<Services, 'db' | 'now' | 'config'>): Promise<void> {
  const before = new Date(now().getTime() - config.auditRetention * DAY_MS)
  while (await store.removeSome(db, before, ROWS_A_STATEMENT));
}

function actorOf(viewer: Viewer): Actor | null {
  switch (viewer.kind) {
    case 'user':
      return { id: viewer.id, name: viewer.name }
    case 'key':
      return { id: null, name: `Key of query ${viewer.queryId}` }
    case 'token':
      return { id: null, name: `Token of dashboard ${viewer.dashboardId}` }
    case 'nobody':
      return null
  }
}
