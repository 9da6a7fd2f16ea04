import type { EventEntry } from '@sightline/contract/events.ts'
import { wireTime } from '../../platform/wire-time.ts'
import type { EventRow } from './store.ts'

/** An installation has a single organization. */
const ORGANIZATION = 1

/** An event as admins see it. Additional properties are listed one by one, so that no others leak. */
export function presentEvent(row: EventRow): EventEntry {
  const { additional_properties: additional } = row
  return {
    org_id: ORGANIZATION,
    user_id: row.user_id,
    action: row.action,
    object_type: row.object_type,
    object_id: row.object_id,
    object_name: row.object_name,
    created_at: wireTime(row.created_at),
    user_name: nameIn(additional),
    browser: browserText(textIn(additional.user_agent) ?? ''),
    // IP addresses are not geolocated, since that would disclose users to a third party.
    location: 'Unknown',
    details: detailsOf(row),
  }
}

function nameIn({ user_name, api_key_of_query, api_key_of_dashboard }: Record<string, unknown>): string | null {
  if (typeof api_key_of_query === 'number') return `Key of query ${api_key_of_query}`
  if (typeof api_key_of_dashboard === 'number') return `Token of dashboard ${api_key_of_dashboard}`
  return textIn(user_name)
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
