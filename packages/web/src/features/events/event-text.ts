import { t } from '@lingui/core/macro'
import type { EventEntry } from '@sightline/contract/events.ts'

/** The texts of actions, which say what a user did; others are spelled out as they are. */
const actionTexts: Readonly<Record<string, string>> = {
  view: t`Viewed`,
  list: t`Listed`,
  search: t`Searched`,
  load_favorites: t`Listed favorites`,
  comment: t`Commented on`,
  create: t`Created`,
  edit: t`Changed`,
  update: t`Changed`,
  delete: t`Deleted`,
  archive: t`Archived`,
  fork: t`Forked`,
  favorite: t`Added to favorites`,
  unfavorite: t`Removed from favorites`,
  execute_query: t`Ran a query`,
  cancel_execute: t`Cancelled a run`,
  api_get: t`Read a result`,
  regnerate_api_key: t`Regenerated the API key`,
  grant_permission: t`Granted access`,
  revoke_permission: t`Revoked access`,
  activate_api_key: t`Shared`,
  deactivate_api_key: t`Stopped sharing`,
  pause: t`Paused`,
  resume: t`Resumed`,
  test: t`Tested the connection`,
  mute: t`Muted`,
  unmute: t`Unmuted`,
  evaluate: t`Evaluated`,
  subscribe: t`Subscribed`,
  unsubscribe: t`Unsubscribed`,
  add_member: t`Added a member`,
  remove_member: t`Removed a member`,
  add_data_source: t`Added a data source`,
  remove_data_source: t`Removed a data source`,
  change_data_source_permission: t`Changed access to a data source`,
}

/** The subject of events without a single object, by the type in events. */
const listTexts: Readonly<Record<string, string>> = {
  query: t`Queries`,
  dashboard: t`Dashboards`,
  datasource: t`Data sources`,
  alert: t`Alerts`,
  user: t`Users`,
  group: t`Groups`,
  destination: t`Alert destinations`,
  query_snippet: t`Query snippets`,
  settings: t`Settings`,
  outdated_queries: t`Outdated queries`,
  rq_status: t`Task queues`,
}

const spelledOut = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** The text of an action, such as `Viewed`. */
export function actionText({ action, objects }: Pick<EventEntry, 'action' | 'objects'>): string {
  if (action === 'execute_query' && objects[0]?.type === 'data_source') return t`Ran an unsaved query`
  return actionTexts[action] ?? spelledOut(action)
}

/** The subject of an event without named objects. */
export function subjectText({ object_type, object_id }: Pick<EventEntry, 'object_type' | 'object_id'>): string {
  if (object_id === null) return listTexts[object_type] ?? spelledOut(object_type)
  if (object_type === 'query' && object_id === 'new') return t`Unsaved query`
  if (object_type === 'page' && object_id === 'users/new') return t`Form for a new user`
  return `${spelledOut(object_type)} ${object_id}`
}

/** `Chrome 120.0 on Linux` or `Safari 17.0 on iPhone, iOS 17.0`, from the form of the API: device, system and browser. */
export function browserText({ browser }: Pick<EventEntry, 'browser'>): string {
  const [device = '', system = '', name = ''] = browser.split(' / ')
  const known = [device === 'PC' ? '' : device, system === 'Other' ? '' : system].filter((part) => part !== '').join(', ')
  if (name === 'Other') return known === '' ? t`No browser` : known
  return known === '' ? name : t`${name} on ${known}`
}
