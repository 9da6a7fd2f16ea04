import type { EventEntry } from '@sightline/contract/events.ts'

/** The texts of actions, which say what a user did; others are spelled out as they are. */
const actionTexts: Readonly<Record<string, string>> = {
  view: 'Viewed',
  list: 'Listed',
  search: 'Searched',
  load_favorites: 'Listed favorites',
  comment: 'Commented on',
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

/** The subject of events without a single object, by the type in events. */
const listTexts: Readonly<Record<string, string>> = {
  query: 'Queries',
  dashboard: 'Dashboards',
  datasource: 'Data sources',
  alert: 'Alerts',
  user: 'Users',
  group: 'Groups',
  destination: 'Alert destinations',
  query_snippet: 'Query snippets',
  settings: 'Settings',
  outdated_queries: 'Outdated queries',
  rq_status: 'Task queues',
}

const spelledOut = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** The text of an action, such as `Viewed`. */
export function actionText({ action, objects }: Pick<EventEntry, 'action' | 'objects'>): string {
  if (action === 'execute_query' && objects[0]?.type === 'data_source') return 'Ran an unsaved query'
  return actionTexts[action] ?? spelledOut(action)
}

/** The subject of an event without named objects. */
export function subjectText({ object_type, object_id }: Pick<EventEntry, 'object_type' | 'object_id'>): string {
  if (object_id === null) return listTexts[object_type] ?? spelledOut(object_type)
  if (object_type === 'query' && object_id === 'new') return 'Unsaved query'
  if (object_type === 'page' && object_id === 'users/new') return 'Form for a new user'
  return `${spelledOut(object_type)} ${object_id}`
}

/** `Chrome 120.0 on Linux` or `Safari 17.0 on iPhone, iOS 17.0`, from the form of the API: device, system and browser. */
export function browserText({ browser }: Pick<EventEntry, 'browser'>): string {
  const [device = '', system = '', name = ''] = browser.split(' / ')
  const known = [device === 'PC' ? '' : device, system === 'Other' ? '' : system].filter((part) => part !== '').join(', ')
  if (name === 'Other') return known === '' ? 'No browser' : known
  return known === '' ? name : `${name} on ${known}`
}
