import { z } from 'zod'
import { endpoint, file, Presence } from './endpoint.ts'

/** The contents of an export, in the order of the import. */
export const transferKinds = [
  'groups',
  'users',
  'data_sources',
  'destinations',
  'queries',
  'dashboards',
  'alerts',
  'subscriptions',
  'query_snippets',
] as const
export type TransferKind = (typeof transferKinds)[number]

export const forEachKind = <Value>(make: (kind: TransferKind) => Value): Record<TransferKind, Value> =>
  Object.fromEntries(transferKinds.map((kind) => [kind, make(kind)])) as Record<TransferKind, Value>

/** Identifies a file as an export of Sightline; `version` increases when older files must be read differently. */
export const EXPORT_FORMAT = 'sightline-export'
export const EXPORT_VERSION = 2
/** The oldest version that can still be imported. */
export const OLDEST_EXPORT_VERSION = 1

const Counts = z.record(z.enum(transferKinds), z.int())

/** The result of an import, or of a dry run. */
export const ImportReport = z.object({
  is_dry_run: z.boolean(),
  made: Counts,
  /** Existing records, which stay unchanged. */
  kept: Counts,
  /** Records that were left out or changed, one sentence each, at most two hundred. */
  notes: z.array(z.string()),
})
export type ImportReport = z.infer<typeof ImportReport>

/** Maximum size of an import file in bytes. */
export const MAX_IMPORT_BYTES = 256 * 1024 * 1024

export const transfer = {
  export: endpoint({
    method: 'GET',
    path: '/api/admin/export',
    access: 'super_admin',
    ours: true,
    summary:
      'Queries, dashboards, alerts, subscriptions, snippets, groups, users, data sources and alert destinations as one JSON file, without any secret',
    reply: file,
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/admin/import',
    access: 'super_admin',
    ours: true,
    takesStream: true,
    summary:
      'Makes what an export holds, or what a client has read from this API (the file as the raw body); with `dry_run` it only says what it would make',
    query: z.object({ dry_run: Presence }),
    reply: ImportReport,
  }),
}
