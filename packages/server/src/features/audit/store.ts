import { and, count, desc, eq, gte, ilike, like, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { containing } from '../../platform/db/like.ts'
import { auditEntries } from './tables.ts'

export type AuditRow = typeof auditEntries.$inferSelect

/** A null field matches all entries. */
export interface AuditFilter {
  actor: { id: number } | { part: string } | null
  /** A whole action, or its part before the dot. */
  action: string | null
  object_type: string | null
  object_id: string | null
  from: Date | null
  /** Exclusive. */
  before: Date | null
}

export async function insert(db: Db, row: typeof auditEntries.$inferInsert): Promise<void> {
  await db.insert(auditEntries).values(row)
}

/** A page of entries, newest first. */
export function page(db: Db, wanted: AuditFilter, limit: number, offset: number): Promise<AuditRow[]> {
  return db.select().from(auditEntries).where(matching(wanted)).orderBy(desc(auditEntries.id)).limit(limit).offset(offset)
}

export async function countOf(db: Db, wanted: AuditFilter): Promise<number> {
  const [row] = await db.select({ count: count() }).from(auditEntries).where(matching(wanted))
  return row?.count ?? 0
}

/** The newest entries before a given one. @param beforeId null to start with the newest */
export function nextAfter(db: Db, wanted: AuditFilter, beforeId: number | null, limit: number): Promise<AuditRow[]> {
  const older = beforeId === null ? undefined : lt(auditEntries.id, beforeId)
  return db
    .select()
    .from(auditEntries)
    .where(and(matching(wanted), older))
    .orderBy(desc(auditEntries.id))
    .limit(limit)
}

/** Removes the oldest entries from before a time. @returns whether there may be more of them */
export async function removeSome(db: Db, before: Date, limit: number): Promise<boolean> {
  const old = sql`select ${auditEntries.id} from ${auditEntries} where ${auditEntries.created_at} < ${before} order by ${auditEntries.created_at} limit ${limit}`
  const removed = await db.delete(auditEntries).where(sql`${auditEntries.id} in (${old})`).returning({ id: auditEntries.id })
  return removed.length === limit
}

function matching({ actor, action, object_type, object_id, from, before }: AuditFilter): SQL | undefined {
  return and(
    actor === null ? undefined : by(actor),
    action === null
      ? undefined
      : or(eq(auditEntries.action, sql`${action}`), like(auditEntries.action, `${escaped(action)}.%`)),
    object_type === null ? undefined : eq(auditEntries.object_type, object_type),
    object_id === null ? undefined : eq(auditEntries.object_id, object_id),
    from === null ? undefined : gte(auditEntries.created_at, from),
    before === null ? undefined : lt(auditEntries.created_at, before),
  )
}

const by = (actor: NonNullable<AuditFilter['actor']>) =>
  'id' in actor ? eq(auditEntries.actor_id, actor.id) : ilike(auditEntries.actor_name, containing(actor.part))

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')
