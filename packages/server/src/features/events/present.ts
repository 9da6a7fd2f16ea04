import type { EventEntry } from '@sightline/contract/events.ts'
import type { NamedObject, NamedType } from '@sightline/contract/object-names.ts'
import { wireTime } from '../../platform/wire-time.ts'
import type { ObjectKey } from '../object-names/service.ts'
import type { EventRow } from './store.ts'

/** An installation has a single organization. */
const ORGANIZATION = 1

/**
 * An event as admins see it. Additional properties are listed one by one, so that no others leak.
 * @param namesOf the names of an object and of what it belongs to
 */
export function presentEvent(row: EventRow, namesOf: (object: ObjectKey) => NamedObject[]): EventEntry {
  const { additional_properties: additional } = row
  return {
    org_id: ORGANIZATION,
    user_id: row.user_id,
    action: row.action,
    object_type: row.object_type,
    object_id: row.object_id,
    objects: objectsOf(row).flatMap(namesOf),
    created_at: wireTime(row.created_at),
    user_name: nameIn(additional),
    browser: browserText(textIn(additional.user_agent) ?? ''),
    // IP addresses are not geolocated, since that would disclose users to a third party.
    location: 'Unknown',
    details: detailsOf(row),
  }
}

/** The types as events name them; those of clients and of Redash differ. */
const typeOf = new Map<string, NamedType>([
  ['query', 'query'],
  ['queries', 'query'],
  ['dashboard', 'dashboard'],
  ['dashboards', 'dashboard'],
  ['visualization', 'visualization'],
  ['Visualization', 'visualization'],
  ['widget', 'widget'],
  ['datasource', 'data_source'],
  ['data_source', 'data_source'],
  ['alert', 'alert'],
  ['user', 'user'],
  ['group', 'group'],
  ['destination', 'destination'],
  ['query_snippet', 'query_snippet'],
])

/** The objects of an event: for a run, the query if it is saved and the data source. */
export function objectsOf({ action, object_type, object_id, additional_properties }: EventRow): ObjectKey[] {
  const type = typeOf.get(object_type)
  if (type === undefined || object_id === null) return []
  const { query_id } = additional_properties
  const isRun = action === 'execute_query' && (typeof query_id === 'number' || typeof query_id === 'string')
  return [...(isRun ? [{ type: 'query' as const, key: String(query_id) }] : []), { type, key: object_id }]
}

/** Events of keys and tokens from before their names were recorded have only an id. */
function nameIn({ user_name, api_key_of_query, api_key_of_dashboard }: Record<string, unknown>): string | null {
  const name = textIn(user_name)
  if (name !== null) return name
  if (typeof api_key_of_query === 'number') return `Key of query ${api_key_of_query}`
  if (typeof api_key_of_dashboard === 'number') return `Token of dashboard ${api_key_of_dashboard}`
  return null
}

function detailsOf({ action, object_type, object_id, additional_properties }: EventRow): Record<string, unknown> {
  if (action === 'execute_query') {
    return { query: textIn(additional_properties.query) ?? '', data_source: object_id }
  }
  if (object_type === 'page' && action === 'view') return { page: object_id }
  return { object_id, object_type }
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** In order of precedence, since user agents also contain the names of other browsers. */
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+\.\d+)/],
  ['Opera', /\bOPR\/(\d+\.\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+\.\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+\.\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/(\d+\.\d+)/],
  ['Safari', /\bVersion\/(\d+\.\d+).*Safari/],
]

const systems: [name: string, pattern: RegExp][] = [
  ['iOS', /\b(?:iPhone OS|CPU OS) (\d+[._]\d+)/],
  ['Android', /\bAndroid (\d+(?:\.\d+)?)/],
  ['Mac OS X', /\bMac OS X (\d+[._]\d+)/],
  ['Windows', /\bWindows NT (\d+\.\d+)/],
  ['Chrome OS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * Summarises a user agent as `PC / Mac OS X 10.15 / Chrome 120.0`; unknown parts are `Other`.
 * @param userAgent '' if there was none
 */
export function browserText(userAgent: string): string {
  const device = /\b(?:iPhone|iPad|Android)\b/.test(userAgent) ? deviceOf(userAgent) : 'PC'
  return [device, firstOf(systems, userAgent), firstOf(browsers, userAgent)].join(' / ')
}

const deviceOf = (userAgent: string) => /\b(?:iPhone|iPad)\b/.exec(userAgent)?.[0] ?? 'Android'

function firstOf(known: typeof browsers, userAgent: string): string {
  for (const [name, pattern] of known) {
    const found = pattern.exec(userAgent)
    if (found) return found[1] === undefined ? name : `${name} ${found[1].replace('_', '.')}`
  }
  return 'Other'
}
