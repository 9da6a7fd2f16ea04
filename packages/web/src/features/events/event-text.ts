import type { EventEntry } from '@sightline/contract/events.ts'

/** The texts of actions, which say what a user did; others are spelled out as they are. */
const actionTexts: Readonly<Record<string, string>> = {
  view: 'Viewed',
  list: 'Listed',
  search: 'Searched',
  load_favorites: 'Listed favorites',
  create: 'Created',
  edit: 'Changed',
  update: 'Changed',
  delete: 'Deleted',
  archive: 'Archived',
  fork: 'Forked',
  favorite: 'Added to favorites',
  unfavorite: 'Removed from favorites',
  execute_query: 'Ran a query',
  cancel_execute: 'Cancelled a run',
  api_get: 'Read a result',
  regnerate_api_key: 'Regenerated the API key',
  grant_permission: 'Granted access',
  revoke_permission: 'Revoked access',
  activate_api_key: 'Shared',
  deactivate_api_key: 'Stopped sharing',
  pause: 'Paused',
  resume: 'Resumed',
  test: 'Tested the connection',
  mute: 'Muted',
  unmute: 'Unmuted',
  evaluate: 'Evaluated',
  subscribe: 'Subscribed',
  unsubscribe: 'Unsubscribed',
  add_member: 'Added a member',
  remove_member: 'Removed a member',
  add_data_source: 'Added a data source',
  remove_data_source: 'Removed a data source',
  change_data_source_permission: 'Changed access to a data source',
}

const typeTexts: Readonly<Record<string, string>> = {
  queries: 'Query',
  dashboards: 'Dashboard',
  datasource: 'Data source',
  destination: 'Alert destination',
  query_snippet: 'Snippet',
  rq_status: 'Task queues',
}

/** The pages of objects, by the type in events. Dashboards have one by id, too. */
const pages: Readonly<Record<string, string>> = {
  query: '/queries',
  queries: '/queries',
  dashboard: '/dashboards',
  dashboards: '/dashboards',
  datasource: '/data_sources',
  data_source: '/data_sources',
  alert: '/alerts',
  user: '/users',
  group: '/groups',
  destination: '/destinations',
  query_snippet: '/query_snippets',
}

const spelledOut = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** The text of an action, such as `Viewed`. */
export const actionText = ({ action }: Pick<EventEntry, 'action'>): string => actionTexts[action] ?? spelledOut(action)

/** The object of an event: its name, or its type and id. */
export function objectText({
  object_type,
  object_id,
  object_name,
}: Pick<EventEntry, 'object_type' | 'object_id' | 'object_name'>): string {
  if (object_name !== null) return object_name
  const type = typeTexts[object_type] ?? spelledOut(object_type)
  return object_id === null ? type : `${type} ${object_id}`
}

/** The path of the page of an object; null if it has none, or has been deleted by this event. */
export function objectPath({
  action,
  object_type,
  object_id,
}: Pick<EventEntry, 'action' | 'object_type' | 'object_id'>): string | null {
  const page = pages[object_type]
  return page === undefined || action === 'delete' || !/^\d+$/.test(object_id ?? '') ? null : `${page}/${object_id}`
}

/** `Chrome 120.0 on Linux` or `Safari 17.0 on iPhone, iOS 17.0`, from the form of the API: device, system and browser. */
export function browserText({ browser }: Pick<EventEntry, 'browser'>): string {
  const [device = '', system = '', name = ''] = browser.split(' / ')
  const known = [device === 'PC' ? '' : device, system === 'Other' ? '' : system].filter((part) => part !== '').join(', ')
  if (name === 'Other') return known === '' ? 'No browser' : known
  return known === '' ? name : `${name} on ${known}`
}
