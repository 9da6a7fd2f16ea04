import type { EventEntry } from '@sightline/contract/events.ts'
import { wireTime } from '../../platform/wire-time.ts'
import type { EventRow } from './store.ts'

/** There is one organization in an installation. */
const ORGANIZATION = 1

/** An event as admins read it: what it carries besides is named here one by one, so that nothing else gets out. */
export function presentEvent(row: EventRow): EventEntry {
  const { additional_properties: additional } = row
  return {
    org_id: ORGANIZATION,
    user_id: row.user_id,
    action: row.action,
    object_type: row.object_type,
    object_id: row.object_id,
    created_at: wireTime(row.created_at),
    user_name: nameIn(additional),
    browser: browserText(textIn(additional.user_agent) ?? ''),
    // An address is looked up nowhere: that would tell others who uses this installation.
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

/** Later ones carry the names of earlier ones, so the first that is found counts. */
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
 * What a browser says of itself, in short: `PC / Mac OS X 10.15 / Chrome 120.0`. What is not known is `Other`.
 * @param userAgent as it was sent; '' when there was none
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
