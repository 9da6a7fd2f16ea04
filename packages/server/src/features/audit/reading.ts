import { Readable } from 'node:stream'
import type { AuditEntry, AuditFilters } from '@sightline/contract/audit.ts'
import type { ListQuery } from '@sightline/contract/paging.ts'
import type { Context, Services } from '../../platform/context.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { pageOf, readListRequest } from '../../platform/paging.ts'
import { csvHead, csvOf } from './csv.ts'
import { presentEntry } from './present.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000
const CHUNK_ROWS = 1000

/** A page of the audit log, newest first. */
export async function list(ctx: Context, query: AuditFilters & Pick<ListQuery, 'page' | 'page_size'>) {
  const request = readListRequest({ page: query.page, page_size: query.page_size })
  const wanted = wantedBy(query)
  const [count, rows] = await Promise.all([
    store.countOf(ctx.db, wanted),
    store.page(ctx.db, wanted, request.pageSize, (request.page - 1) * request.pageSize),
  ])
  return pageOf(request, count, rows.map(presentEntry))
}

/** All entries that fit, newest first, as CSV; made as it is read. */
export function download(ctx: Context, filters: AuditFilters): StreamReply {
  const wanted = wantedBy(filters)
  const day = ctx.now().toISOString().slice(0, 10)
  return {
    contentType: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': `attachment; filename="audit_${day}.csv"` },
    body: Readable.from(lines(ctx, wanted)),
  }
}

async function* lines({ db }: Pick<Services, 'db'>, wanted: store.AuditFilter): AsyncGenerator<string> {
  yield csvHead
  let last: number | null = null
  for (;;) {
    const rows: store.AuditRow[] = await store.nextAfter(db, wanted, last, CHUNK_ROWS)
    const entries: AuditEntry[] = rows.map(presentEntry)
    if (entries.length > 0) yield entries.map(csvOf).join('')
    last = rows.at(-1)?.id ?? null
    if (rows.length < CHUNK_ROWS) return
  }
}

function wantedBy({ actor, action, object_type, object_id, from, to }: AuditFilters): store.AuditFilter {
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

/** A day counts whole; a time is where it ends. */
const endOf = (to: string) => (to.includes('T') ? new Date(to) : new Date(new Date(to).getTime() + DAY_MS))
