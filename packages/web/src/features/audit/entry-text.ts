import { t } from '@lingui/core/macro'
import type { AuditAction, AuditEntry } from '@sightline/contract/audit.ts'
import type { NamedObject } from '@sightline/contract/object-names.ts'
import { objectName } from '../../ui/log-objects/object-links.ts'

/** The display text of each action. */
export const actionTexts: Record<AuditAction, string> = {
  'session.sign_in': t`Signed in`,
  'session.sign_in_failed': t`Failed to sign in`,
  'session.sign_out': t`Signed out`,
  'session.end_others': t`Signed out everywhere else`,
  'user.create': t`Created a user`,
  'user.invite': t`Resent an invitation`,
  'user.accept_invitation': t`Accepted an invitation`,
  'user.link_identity': t`Linked an external identity`,
  'user.change': t`Changed a user`,
  'user.change_groups': t`Changed a user’s groups`,
  'user.change_password': t`Changed a password`,
  'user.reset_password': t`Reset a password`,
  'user.verify_email': t`Verified an email address`,
  'user.regenerate_key': t`Regenerated a user’s API key`,
  'user.create_api_key': t`Created an API key`,
  'user.revoke_api_key': t`Revoked an API key`,
  'user.set_up_second_factor': t`Set up a second factor`,
  'user.remove_second_factor': t`Removed a second factor`,
  'user.reset_second_factor': t`Reset a user’s second factor`,
  'user.replace_recovery_codes': t`Replaced recovery codes`,
  'user.disable': t`Disabled a user`,
  'user.enable': t`Enabled a user`,
  'user.delete': t`Deleted a user`,
  'group.create': t`Created a group`,
  'group.change': t`Changed a group`,
  'group.delete': t`Deleted a group`,
  'group.add_member': t`Added a member to a group`,
  'group.remove_member': t`Removed a member from a group`,
  'group.add_data_source': t`Added a data source to a group`,
  'group.change_data_source': t`Changed a group’s access to a data source`,
  'group.remove_data_source': t`Removed a data source from a group`,
  'group.change_mappings': t`Changed the mapping of groups at sign-in`,
  'data_source.create': t`Created a data source`,
  'data_source.change': t`Changed a data source`,
  'data_source.delete': t`Deleted a data source`,
  'data_source.pause': t`Paused a data source`,
  'data_source.resume': t`Resumed a data source`,
  'destination.create': t`Added an alert destination`,
  'destination.change': t`Changed an alert destination`,
  'destination.delete': t`Deleted an alert destination`,
  'query.regenerate_key': t`Regenerated a query’s API key`,
  'query.archive': t`Archived a query during clean-up`,
  'query.unarchive': t`Unarchived a query`,
  'query.change_public': t`Changed a query on a public dashboard`,
  'query.run': t`Ran a query`,
  'query_result.delete': t`Deleted a stored result`,
  'acl.grant': t`Granted access`,
  'acl.revoke': t`Revoked access`,
  'dashboard.share': t`Shared a dashboard`,
  'dashboard.unshare': t`Stopped sharing a dashboard`,
  'dashboard.publish_widget': t`Added a visualization to a public dashboard`,
  'comment.delete': t`Deleted a comment of another user`,
  'subscription.create': t`Subscribed to a dashboard or a query`,
  'subscription.change': t`Changed a subscription`,
  'subscription.end': t`Ended a subscription`,
  'scim_token.create': t`Created a SCIM token`,
  'scim_token.revoke': t`Revoked a SCIM token`,
  'settings.change': t`Changed the settings`,
  'secret_key.rotate': t`Changed the secret key`,
  'secret_key.forget': t`Discarded secrets encrypted with a lost key`,
  'installation.backup': t`Backed up everything`,
  'installation.export': t`Exported everything`,
  'installation.import': t`Imported a file`,
  'installation.move': t`Moved everything into this database`,
  'installation.restore': t`Restored a backup`,
}

type Kind<Action> = Action extends `${infer Before}.${string}` ? Before : never

const kindTexts: Record<Kind<AuditAction>, string> = {
  session: t`Sign-in`,
  user: t`Users`,
  group: t`Groups`,
  data_source: t`Data sources`,
  query: t`Queries`,
  query_result: t`Stored results`,
  acl: t`Permissions`,
  dashboard: t`Dashboards`,
  destination: t`Alert destinations`,
  comment: t`Comments`,
  subscription: t`Subscriptions`,
  scim_token: t`SCIM tokens`,
  settings: t`Settings`,
  secret_key: t`Secret key`,
  installation: t`Export and import`,
}

/** The choices of the action filter: for each kind, all of it first, then each action. */
export const actionChoices = Object.entries(kindTexts).map(([kind, group]) => {
  const actions = Object.entries(actionTexts).filter(([action]) => action.startsWith(`${kind}.`))
  const items = actions.map(([value, label]) => ({ value, label }))
  return { group, items: items.length > 1 ? [{ value: kind, label: t`${group}: all` }, ...items] : items }
})

/** The text of the action of an entry. */
export const actionText = ({ action, object_id }: Pick<AuditEntry, 'action' | 'object_id'>): string =>
  action === 'query.run' && object_id === null ? t`Ran an unsaved query` : actionTexts[action]

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
    return object_type === 'query_result' ? t`Stored result ${object_id}` : `${label(object_type)} ${object_id}`
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
