import { z } from 'zod'
import { endpoint, file, Timestamp } from './endpoint.ts'
import { inputProblems } from './input-problems.ts'
import { NamedObject } from './object-names.ts'
import { paged } from './paging.ts'

/** Actions in the audit log: changes of permissions, sign-ins, and runs of queries. */
export const auditActions = [
  'session.sign_in',
  'session.sign_in_failed',
  'session.sign_out',
  'session.end_others',
  'user.create',
  'user.invite',
  'user.accept_invitation',
  'user.link_identity',
  'user.change',
  'user.change_groups',
  'user.change_password',
  'user.reset_password',
  'user.verify_email',
  'user.regenerate_key',
  'user.create_api_key',
  'user.revoke_api_key',
  'user.set_up_second_factor',
  'user.remove_second_factor',
  'user.reset_second_factor',
  'user.replace_recovery_codes',
  'user.disable',
  'user.enable',
  'user.delete',
  'group.create',
  'group.change',
  'group.delete',
  'group.add_member',
  'group.remove_member',
  'group.add_data_source',
  'group.change_data_source',
  'group.remove_data_source',
  'group.change_mappings',
  'data_source.create',
  'data_source.change',
  'data_source.delete',
  'data_source.pause',
  'data_source.resume',
  'destination.create',
  'destination.change',
  'destination.delete',
  'query.regenerate_key',
  'query.archive',
  'query.unarchive',
  'query.change_public',
  'query_result.delete',
  'query.run',
  'acl.grant',
  'acl.revoke',
  'dashboard.share',
  'dashboard.unshare',
  'dashboard.publish_widget',
  'comment.delete',
  'subscription.create',
  'subscription.change',
  'subscription.end',
  'scim_token.create',
  'scim_token.revoke',
  'settings.change',
  'installation.backup',
  'installation.export',
  'installation.import',
  'installation.move',
  'installation.restore',
  'secret_key.rotate',
  'secret_key.forget',
] as const
export type AuditAction = (typeof auditActions)[number]

export const AuditEntry = z.object({
  id: z.int(),
  created_at: Timestamp,
  action: z.enum(auditActions),
  /**
   * The user; null if no one was signed in. The name is kept when the user is deleted; a command of the operator has only a name.
   */
  actor: z.object({ id: z.int().nullable(), name: z.string() }).nullable(),
  /** The type of the affected object: `user`, `group`, `data_source`, `query`, `dashboard`, `settings` … */
  object_type: z.string(),
  object_id: z.string().nullable(),
  object_name: z.string().nullable(),
  /** A short description of the change, without secrets. */
  details: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** The object by the name that it has now, then other objects that the change was about: a run's data source, a group's new member. */
  objects: z.array(NamedObject),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const { moment: MOMENT } = inputProblems
const moment = z
  .union([z.iso.date(MOMENT), z.iso.datetime({ offset: true, error: MOMENT })], MOMENT)
  .refine((text) => text >= '1900', MOMENT)
const short = z.string().trim().max(100)

const filters = z.object({
  /** Id of the user, or a part of the name. */
  actor: short.optional(),
  /** An action, or the part before its dot for all actions of that kind. */
  action: short.optional(),
  object_type: short.optional(),
  object_id: short.optional(),
  /** Start, inclusive: a day (in UTC) or a time. */
  from: moment.optional(),
  /** End: a day (in UTC), inclusive, or a time, exclusive. */
  to: moment.optional(),
})
/** Filters of the audit log; a missing one matches everything. */
export type AuditFilters = z.infer<typeof filters>

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    access: 'admin',
    summary: 'What happened that matters for security, newest first',
    query: filters.extend({ page: z.string().optional(), page_size: z.string().optional() }),
    reply: paged(AuditEntry),
    ours: true,
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/audit.csv',
    access: 'admin',
    summary: 'The same as a CSV file, whole',
    query: filters,
    reply: file,
    ours: true,
  }),
}
