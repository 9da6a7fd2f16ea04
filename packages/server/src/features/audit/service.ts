import { Readable } from 'node:stream'
import type { AuditAction, AuditEntry, AuditFilters } from '@sightline/contract/audit.ts'
import type { NamedType } from '@sightline/contract/object-names.ts'
import type { ListQuery } from '@sightline/contract/paging.ts'
import { callerText } from '../../platform/caller-name.ts'
import type { Context, Origin, Services, Viewer } from '../../platform/context.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { pageOf, readListRequest } from '../../platform/paging.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { loadNames, type ObjectKey } from '../object-names/service.ts'
import type { AuditRow } from './store.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000

/** A user; without an id, an actor known only by name, such as the operator's command line. */
export interface Actor {
  id: number | null
  name: string
}

/** The object of an action. */
export interface AuditObject {
  /** Defaults to the part of the action before the dot. */
  object_type?: string
  object_id?: number | string | null
  object_name?: string | null
  /** Details of the change. Must not contain secrets, keys or tokens. */
  details?: Record<string, unknown>
}

export interface NewAuditEntry extends AuditObject {
  /** Null if unknown. */
  actor: Actor | null
  /** Null if the action was not caused by a request. */
  origin: Origin | null
  action: AuditAction
}

/**
 * Writes an entry into the audit log.
 * @param services `db` may be the transaction of the change itself, so that both are stored or neither
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

/** Writes an action of the caller into the audit log. @param ctx within a transaction: `{ ...ctx, db: transaction }` */
export function recordAction(ctx: Context, action: AuditAction, object: AuditObject = {}): Promise<void> {
  return record(ctx, { ...object, action, actor: actorOf(ctx.viewer), origin: ctx.origin })
}

/** Limits how long one statement occupies the database. */
const ROWS_A_STATEMENT = 5000

/** Removes the entries that are older than the configured retention. */
export async function removeOld({ db, now, config }: Pick<Services, 'db' | 'now' | 'config'>): Promise<void> {
  const before = new Date(now().getTime() - config.auditRetention * DAY_MS)
  while (await store.removeSome(db, before, ROWS_A_STATEMENT));
}

/** The caller of a request as the actor of an entry. */
export function actorOf(viewer: Viewer): Actor | null {
  const name = callerText(viewer)
  return name === null ? null : { id: viewer.kind === 'user' ? viewer.id : null, name }
}

const CHUNK_ROWS = 1000

/** A page of the audit log, newest first. */
export async function list(ctx: Context, query: AuditFilters & Pick<ListQuery, 'page' | 'page_size'>) {
  const request = readListRequest({ page: query.page, page_size: query.page_size })
  const wanted = filterFrom(query)
  const [count, rows] = await Promise.all([
    store.countOf(ctx.db, wanted),
    store.page(ctx.db, wanted, request.pageSize, (request.page - 1) * request.pageSize),
  ])
  const namesOf = await loadNames(ctx.db, rows.flatMap(objectsOf))
  return pageOf<AuditEntry>(
    request,
    count,
    rows.map((row) => ({ ...presentEntry(row), objects: objectsOf(row).flatMap(namesOf) })),
  )
}

/** Streams all matching entries as CSV, newest first. */
export function download(ctx: Context, filters: AuditFilters): StreamReply {
  const wanted = filterFrom(filters)
  const day = ctx.now().toISOString().slice(0, 10)
  return {
    contentType: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': `attachment; filename="audit_${day}.csv"` },
    body: Readable.from(lines(ctx, wanted)),
  }
}

async function* lines({ db }: Pick<Services, 'db'>, wanted: store.AuditFilter): AsyncGenerator<string> {
  yield CSV_HEADER
  let last: number | null = null
  for (;;) {
    const rows: store.AuditRow[] = await store.nextAfter(db, wanted, last, CHUNK_ROWS)
    const entries = rows.map(presentEntry)
    if (entries.length > 0) yield entries.map(csvRow).join('')
    last = rows.at(-1)?.id ?? null
    if (rows.length < CHUNK_ROWS) return
  }
}

function filterFrom({ actor, action, object_type, object_id, from, to }: AuditFilters): store.AuditFilter {
  return {
    actor: actor ? actorBy(actor) : null,
    action: action || null,
    object_type: object_type || null,
    object_id: object_id || null,
    from: from === undefined ? null : new Date(from),
    before: to === undefined ? null : endOf(to),
  }
}

const actorBy = (text: string) => (/^\d{1,9}$/.test(text) ? { id: Number(text) } : { part: text })

/** A date without time includes that whole day. */
const endOf = (to: string) => (to.includes('T') ? new Date(to) : new Date(new Date(to).getTime() + DAY_MS))

/** The object of an entry as recorded, without the names that objects have now. */
type RecordedEntry = Omit<AuditEntry, 'objects'>

function presentEntry(row: AuditRow): RecordedEntry {
  return {
    id: row.id,
    created_at: wireTime(row.created_at),
    action: row.action,
    actor: row.actor_name === null ? null : { id: row.actor_id, name: row.actor_name },
    object_type: row.object_type,
    object_id: row.object_id,
    object_name: row.object_name,
    details: row.details,
    ip: row.ip,
    user_agent: row.user_agent,
  }
}

/** The object of an entry, then those that its details name by id. */
function objectsOf({ object_type, object_id, details }: AuditRow): ObjectKey[] {
  const type = typeOf.get(object_type)
  const named = [...typeInDetails].flatMap(([name, ofDetail]) =>
    typeof details[name] === 'number' ? [{ type: ofDetail, key: String(details[name]) }] : [],
  )
  return [...(type === undefined || object_id === null ? [] : [{ type, key: object_id }]), ...named]
}

const typeOf = new Map<string, NamedType>([
  ['query', 'query'],
  ['dashboard', 'dashboard'],
  ['data_source', 'data_source'],
  ['destination', 'destination'],
  ['group', 'group'],
  ['user', 'user'],
  // The user who signed in or out.
  ['session', 'user'],
])

/** The details that are ids of objects. */
const typeInDetails = new Map<string, NamedType>([
  ['query_id', 'query'],
  ['data_source_id', 'data_source'],
  ['user_id', 'user'],
])

const columns = [
  'created_at',
  'action',
  'actor_id',
  'actor_name',
  'object_type',
  'object_id',
  'object_name',
  'details',
  'ip',
  'user_agent',
] as const

const CSV_HEADER = csvLine(columns)

/** An entry as a CSV line (RFC 4180). */
function csvRow({ actor, details, ...entry }: RecordedEntry): string {
  const row = { ...entry, actor_id: actor?.id ?? null, actor_name: actor?.name ?? null, details: JSON.stringify(details) }
  return csvLine(columns.map((name) => row[name]))
}

function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map((value) => field(value === null ? '' : String(value))).join(',')}\r\n`
}

/** Names and user agents are untrusted: an apostrophe keeps spreadsheets from evaluating them as formulas. */
function field(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
