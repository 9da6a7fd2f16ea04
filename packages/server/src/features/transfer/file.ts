import { AlertOptions } from '@sightline/contract/alerts.ts'
import { CommentedValue, MAX_COMMENT_LENGTH } from '@sightline/contract/comments.ts'
import { QueryOptions, ScheduleInput } from '@sightline/contract/queries.ts'
import { ReportObject } from '@sightline/contract/subscriptions.ts'
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  forEachKind,
  OLDEST_EXPORT_VERSION,
  type TransferKind,
  transferKinds,
} from '@sightline/contract/transfer.ts'
import { WidgetOptions } from '@sightline/contract/widgets.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import { refuseUnstorable, validationMessage } from '../../platform/http/input.ts'
import { zodMessages } from '../../platform/zod-messages.ts'

// The schemas of imported items. They match the API's responses, so that these can be imported as well as exports; unknown keys
// are ignored.

const id = z.int()
const name = z.string().trim().min(1)
const tags = z.array(z.string()).nullish()
const flag = z.boolean().nullish()
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const object = z.record(z.string(), z.unknown())
/** The owner: a user id of the file, or a user with an email address. */
const owner = { user_id: id.nullish(), user: z.object({ id: id.nullish(), email: z.string() }).nullish() }
/** A destination, or the user by mail if there is none. */
const recipient = { ...owner, destination_id: id.nullish(), destination: z.object({ id }).nullish() }

/** A thread of comments on a widget, oldest first. */
const commentThread = z.object({
  created_at: time.optional(),
  resolved_at: time.nullish(),
  resolved_by_id: id.nullish(),
  comments: z.array(
    z.object({
      ...owner,
      text: z.string().trim().min(1).max(MAX_COMMENT_LENGTH),
      parameters: z.array(CommentedValue).default([]),
      created_at: time.optional(),
      edited_at: time.nullish(),
    }),
  ),
})

const itemSchemas = {
  groups: z.object({ id, name: name.max(255), type: z.string().nullish(), permissions: z.array(z.string()).nullish() }),
  users: z.object({
    id,
    name: name.max(255),
    email: z.string().trim(),
    groups: z.array(z.union([id, z.object({ id }).transform((group) => group.id)])).nullish(),
    is_disabled: flag,
  }),
  data_sources: z.object({
    id,
    name: name.max(255),
    type: z.string().min(1).max(255),
    options: object.nullish(),
    concurrency: z.int().min(1).max(1000).nullish(),
    time_limit: z.int().min(1).max(86_400).nullish(),
    groups: z.record(z.string(), z.boolean()).nullish(),
  }),
  destinations: z.object({ id, name: name.max(255), type: z.string().min(1).max(255), options: object.nullish() }),
  queries: z.object({
    ...owner,
    id,
    name: name.max(255),
    description: z.string().max(4096).nullish(),
    query: z.string(),
    data_source_id: id.nullish(),
    options: QueryOptions.nullish(),
    schedule: ScheduleInput.optional(),
    tags,
    is_draft: flag,
    is_archived: flag,
    visualizations: z
      .array(
        z.object({
          id,
          type: z.string().min(1).max(255),
          name: name.max(255),
          description: z.string().nullish(),
          options: object,
        }),
      )
      .nullish(),
  }),
  dashboards: z.object({
    ...owner,
    id: id.nullish(),
    slug: z.string().min(1).max(255),
    name: name.max(255),
    tags,
    options: object.nullish(),
    layout: z.array(z.unknown()).nullish(),
    dashboard_filters_enabled: flag,
    is_draft: flag,
    is_archived: flag,
    /** Null in lists of dashboards. */
    widgets: z
      .array(
        z.object({
          visualization_id: id.nullish(),
          visualization: z.object({ id }).nullish(),
          text: z.string().nullish(),
          width: z.int().nullish(),
          options: WidgetOptions.nullish(),
          comment_threads: z.array(commentThread).nullish(),
        }),
      )
      .nullish(),
  }),
  alerts: z.object({
    ...owner,
    name: z.string().trim().max(1000),
    query_id: id.nullish(),
    query: z.object({ id }).nullish(),
    options: AlertOptions,
    rearm: z.int32().min(0).nullish(),
    subscriptions: z.array(z.object(recipient)).nullish(),
  }),
  subscriptions: z.object({
    ...recipient,
    object_type: ReportObject,
    object_id: id,
    schedule: ScheduleInput,
    attach_pdf: flag,
  }),
  query_snippets: z.object({
    ...owner,
    trigger: z.string().trim().min(1).max(255),
    description: z.string().max(10_000).nullish(),
    snippet: z.string().min(1).max(200_000),
  }),
}
export type TransferItem<Kind extends TransferKind> = z.output<(typeof itemSchemas)[Kind]>
export type TransferItems = { [Kind in TransferKind]: TransferItem<Kind>[] }

/** The content of a file, and a sentence for each invalid item. */
export interface TransferFile {
  items: TransferItems
  notes: string[]
}

/**
 * Reads a file: an export, an object with the same lists, a page of a list, a list, or a single item.
 * @throws AppError `invalid_input` if it is none of these
 */
export function readTransferFile(text: string): TransferFile {
  const notes: string[] = []
  const unread = groupByKind(parse(text), notes)
  const read = <Kind extends TransferKind>(kind: Kind): TransferItem<Kind>[] =>
    unread[kind].flatMap((item, index) => {
      const { data, error } = itemSchemas[kind].safeParse(item, { error: zodMessages })
      if (error === undefined) return [data as TransferItem<Kind>]
      const problem = validationMessage(error, i18n._('it'))
      notes.push(i18n._('{item} was skipped: {problem}', { item: labelOf(kind, item, index), problem }))
      return []
    })
  return {
    items: {
      groups: read('groups'),
      users: read('users'),
      data_sources: read('data_sources'),
      destinations: read('destinations'),
      queries: read('queries'),
      dashboards: read('dashboards'),
      alerts: read('alerts'),
      subscriptions: read('subscriptions'),
      query_snippets: read('query_snippets'),
    },
    notes,
  }
}

function parse(text: string): unknown {
  const content = readJson(text)
  refuseUnstorable(content)
  return content
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid_input', { reason: i18n._('The file is not JSON.') }, { cause })
  }
}

function groupByKind(content: unknown, notes: string[]): Record<TransferKind, unknown[]> {
  const lists = forEachKind((): unknown[] => [])
  const version = isObject(content) && content.format === EXPORT_FORMAT ? content.version : EXPORT_VERSION
  if (typeof version !== 'number' || version < OLDEST_EXPORT_VERSION || version > EXPORT_VERSION) {
    const reason = i18n._('The file is an export of version {version}; this server can import versions up to {newest}.', {
      version: String(version),
      newest: EXPORT_VERSION,
    })
    throw new AppError('invalid_input', { reason })
  }
  const sections = isObject(content) ? transferKinds.filter((kind) => itemsIn(content[kind]) !== null) : []
  if (isObject(content) && sections.length > 0) {
    for (const kind of sections) lists[kind].push(...(itemsIn(content[kind]) ?? []))
    return version < 2 ? { ...lists, queries: inDuckdb(lists) } : lists
  }
  for (const item of itemsIn(content) ?? [content]) {
    const kind = isObject(item) ? kindOf(item) : null
    if (kind === null) notes.push(i18n._('An item in the file was skipped: it cannot be imported.'))
    else lists[kind].push(item)
  }
  if (Object.values(lists).every((list) => list.length === 0)) {
    throw new AppError('invalid_input', { reason: i18n._('The file has nothing that can be imported.') })
  }
  return lists
}

/** The queries of an export of version 1, when all queries on Query Results implicitly used DuckDB's dialect. */
function inDuckdb({ queries, data_sources: sources }: Record<TransferKind, unknown[]>): unknown[] {
  const ids = new Set(sources.filter(isObject).flatMap(({ id, type }) => (type === 'results' ? [id] : [])))
  return queries.map((query) =>
    isObject(query) && ids.has(query.data_source_id)
      ? { ...query, options: { ...(isObject(query.options) ? query.options : {}), dialect: 'duckdb' } }
      : query,
  )
}

/** The items of a list, or of a page of a list. */
function itemsIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value
  return isObject(value) && Array.isArray(value.results) ? value.results : null
}

/** Detects the kind of an item by keys that only this kind has. */
function kindOf(item: Record<string, unknown>): TransferKind | null {
  if ('object_type' in item) return 'subscriptions'
  if ('widgets' in item) return 'dashboards'
  if ('rearm' in item) return 'alerts'
  if ('trigger' in item) return 'query_snippets'
  if ('query_hash' in item || ('query' in item && 'data_source_id' in item)) return 'queries'
  if ('email' in item) return 'users'
  if ('permissions' in item) return 'groups'
  if ('icon' in item) return 'destinations'
  return 'syntax' in item || ('type' in item && 'options' in item) ? 'data_sources' : null
}

const kindLabels: Record<TransferKind, () => string> = {
  groups: () => i18n._('Group'),
  users: () => i18n._('User'),
  data_sources: () => i18n._('Data source'),
  destinations: () => i18n._('Destination'),
  queries: () => i18n._('Query'),
  dashboards: () => i18n._('Dashboard'),
  alerts: () => i18n._('Alert'),
  subscriptions: () => i18n._('Subscription'),
  query_snippets: () => i18n._('Snippet'),
}

/** Such as `Query "Revenue"`. */
function labelOf(kind: TransferKind, item: unknown, index: number): string {
  const called = isObject(item) ? (item.name ?? item.trigger) : undefined
  return typeof called === 'string' && called !== ''
    ? i18n._('{kind} "{name}"', { kind: kindLabels[kind](), name: shortened(called, 100) })
    : i18n._('{kind} number {number}', { kind: kindLabels[kind](), number: index + 1 })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
