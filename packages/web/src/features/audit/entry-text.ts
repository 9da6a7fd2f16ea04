import type { AuditAction, AuditEntry } from '@sightline/contract/audit.ts'
import type { NamedObject } from '@sightline/contract/object-names.ts'
import { objectName } from '../../ui/log-objects/object-links.ts'

/** The display text of each action. */
export const actionTexts: Record<AuditAction, string> = {
  'session.sign_in': 'Signed in',
  'session.sign_in_failed': 'Failed to sign in',
  'session.sign_out': 'Signed out',
  'session.end_others': 'Signed out everywhere else',
  'user.create': 'Created a user',
  'user.invite': 'Resent an invitation',
  'user.accept_invitation': 'Accepted an invitation',
  'user.change': 'Changed a user',
  'user.change_groups': 'Changed a user’s groups',
  'user.change_password': 'Changed a password',
  'user.reset_password': 'Reset a password',
  'user.verify_email': 'Verified an email address',
  'user.regenerate_key': 'Regenerated a user’s API key',
  'user.create_api_key': 'Created an API key',
  'user.revoke_api_key': 'Revoked an API key',
  'user.set_up_second_factor': 'Set up a second factor',
  'user.remove_second_factor': 'Removed a second factor',
  'user.reset_second_factor': 'Reset a user’s second factor',
  'user.replace_recovery_codes': 'Replaced recovery codes',
  'user.disable': 'Disabled a user',
  'user.enable': 'Enabled a user',
  'user.delete': 'Deleted a user',
  'group.create': 'Created a group',
  'group.change': 'Changed a group',
  'group.delete': 'Deleted a group',
  'group.add_member': 'Added a member to a group',
  'group.remove_member': 'Removed a member from a group',
  'group.add_data_source': 'Added a data source to a group',
  'group.change_data_source': 'Changed a group’s access to a data source',
  'group.remove_data_source': 'Removed a data source from a group',
  'group.change_mappings': 'Changed the mapping of groups at sign-in',
  'data_source.create': 'Created a data source',
  'data_source.change': 'Changed a data source',
  'data_source.delete': 'Deleted a data source',
  'data_source.pause': 'Paused a data source',
  'data_source.resume': 'Resumed a data source',
  'destination.create': 'Added an alert destination',
  'destination.change': 'Changed an alert destination',
  'destination.delete': 'Deleted an alert destination',
  'query.regenerate_key': 'Regenerated a query’s API key',
  'query.archive': 'Archived a query during clean-up',
  'query.unarchive': 'Unarchived a query',
  'query.change_public': 'Changed a query on a public dashboard',
  'query.run': 'Ran a query',
  'query_result.delete': 'Deleted a stored result',
  'acl.grant': 'Granted access',
  'acl.revoke': 'Revoked access',
  'dashboard.share': 'Shared a dashboard',
  'dashboard.unshare': 'Stopped sharing a dashboard',
  'dashboard.publish_widget': 'Added a visualization to a public dashboard',
  'comment.delete': 'Deleted a comment of another user',
  'subscription.create': 'Subscribed to a dashboard or a query',
  'subscription.change': 'Changed a subscription',
  'subscription.end': 'Ended a subscription',
  'scim_token.create': 'Created a SCIM token',
  'scim_token.revoke': 'Revoked a SCIM token',
  'settings.change': 'Changed the settings',
  'secret_key.rotate': 'Changed the secret key',
  'secret_key.forget': 'Discarded secrets encrypted with a lost key',
  'installation.backup': 'Backed up everything',
  'installation.export': 'Exported everything',
  'installation.import': 'Imported a file',
  'installation.move': 'Moved everything into this database',
  'installation.restore': 'Restored a backup',
}

type Kind<Action> = Action extends `${infer Before}.${string}` ? Before : never

const kindTexts: Record<Kind<AuditAction>, string> = {
  session: 'Sign-in',
  user: 'Users',
  group: 'Groups',
  data_source: 'Data sources',
  query: 'Queries',
  query_result: 'Stored results',
  acl: 'Permissions',
  dashboard: 'Dashboards',
  destination: 'Alert destinations',
  comment: 'Comments',
  subscription: 'Subscriptions',
  scim_token: 'SCIM tokens',
  settings: 'Settings',
  secret_key: 'Secret key',
  installation: 'Export and import',
}

/** The choices of the action filter: for each kind, all of it first, then each action. */
export const actionChoices = Object.entries(kindTexts).map(([kind, group]) => {
  const actions = Object.entries(actionTexts).filter(([action]) => action.startsWith(`${kind}.`))
  const items = actions.map(([value, label]) => ({ value, label }))
  return { group, items: items.length > 1 ? [{ value: kind, label: `${group}: all` }, ...items] : items }
})

/** The text of the action of an entry. */
export const actionText = ({ action, object_id }: Pick<AuditEntry, 'action' | 'object_id'>): string =>
  action === 'query.run' && object_id === null ? 'Ran an unsaved query' : actionTexts[action]

/** The name of an object when the entry was written; null if it was not recorded. */
export function recordedName(
  { object_type, object_id, object_name, details }: AuditEntry,
  { type, id }: NamedObject,
): string | null {
  const typeOfEntry = object_type === 'session' ? 'user' : object_type
  if (type === typeOfEntry && id === object_id) return object_name
  const name = details[`${type}_name`]
  return typeof name === 'string' ? name : null
}

/** A short name of the affected object, for one that has no page or was recorded without an id. */
export function subjectText({ object_type, object_id, object_name, details }: AuditEntry): string {
  if (object_name) return object_name
  if (object_id !== null)
    return object_type === 'query_result' ? `Stored result ${object_id}` : `${label(object_type)} ${object_id}`
  // The email address of a failed sign-in.
  return typeof details.email === 'string' ? details.email : ''
}

const label = (name: string) => name.replaceAll('_', ' ')

/** The details of an entry as lines of name and value. Objects that are recorded by id have their name instead. */
export function detailLines({ details, objects }: Pick<AuditEntry, 'details' | 'objects'>): { name: string; value: string }[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (name === 'changes' && Array.isArray(value)) return value.map(changeLine)
    const [, kind, field] = /^(\w+)_(id|name)$/.exec(name) ?? []
    if (field === 'id' && `${kind}_name` in details) return []
    if (field === 'name') return [{ name: label(kind ?? ''), value: text(value) }]
    const object = objects.find(({ type, id }) => field === 'id' && type === kind && id === String(value))
    return [object ? { name: label(object.type), value: objectName(object, null) } : { name: label(name), value: text(value) }]
  })
}

function changeLine(change: unknown): { name: string; value: string } {
  const { name, from, to } = Object(change)
  const hasValues = from !== undefined || to !== undefined
  return { name: label(text(name)), value: hasValues ? `${text(from)} → ${text(to)}` : 'changed' }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
