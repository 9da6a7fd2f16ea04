import { z } from 'zod'
import { DataSource } from './data-sources.ts'
import { byId, endpoint, Id, Timestamp } from './endpoint.ts'
import { SentId } from './sent-number.ts'
import { User } from './users.ts'

export const Group = z.object({
  id: z.int(),
  name: z.string(),
  permissions: z.array(z.string()),
  type: z.enum(['builtin', 'regular']),
  created_at: Timestamp,
})
export type Group = z.infer<typeof Group>

/** A data source in the response of a group; `view_only` applies to this group. */
export const GroupDataSource = DataSource.extend({ view_only: z.boolean() })
export type GroupDataSource = z.infer<typeof GroupDataSource>

export const GroupFields = z.object({
  name: z.string().trim().min(1).max(255),
})
export type GroupFields = z.infer<typeof GroupFields>

/** A member of a group. */
export const GroupMember = User.extend({
  /** Ours: the sign-in method whose groups put the user here at their last sign-in; null if people did. */
  by_sign_in: z.enum(['oidc', 'saml', 'ldap']).nullable(),
})
export type GroupMember = z.infer<typeof GroupMember>
export type GroupSource = NonNullable<GroupMember['by_sign_in']>

/** More would not fit into the cookie that completes a sign-in with SAML. */
const MAX_MAPPINGS = 200

/** A group of the identity provider and the group of Sightline that its members are put into. */
export const GroupMapping = z.object({
  /** As the provider sends it: a name, an id or the DN of a directory. */
  value: z.string().trim().min(1).max(1024),
  group_id: SentId,
})
export type GroupMapping = z.infer<typeof GroupMapping>

const GroupMappings = z.object({
  mappings: z.array(GroupMapping).max(MAX_MAPPINGS, `there must be at most ${MAX_MAPPINGS} mappings`),
})
export type GroupMappings = z.infer<typeof GroupMappings>

const mappings = { path: '/api/group_mappings', access: 'admin', reply: GroupMappings, ours: true } as const

const one = { path: '/api/groups/:id', params: byId } as const
const members = { path: '/api/groups/:id/members', params: byId } as const
const sources = { path: '/api/groups/:id/data_sources', params: byId, access: 'admin' } as const
const source = {
  path: '/api/groups/:id/data_sources/:data_source_id',
  params: byId.extend({ data_source_id: Id }),
  access: 'admin',
} as const

export const groups = {
  list: endpoint({
    method: 'GET',
    path: '/api/groups',
    access: 'user',
    summary: 'All groups for admins, their own for others',
    reply: z.array(Group),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/groups',
    access: 'admin',
    summary: 'Creates a group that grants what the group default grants',
    body: GroupFields,
    reply: Group,
  }),
  get: endpoint({ ...one, method: 'GET', access: 'user', summary: 'One group, for its members and admins', reply: Group }),
  update: endpoint({ ...one, method: 'POST', access: 'admin', summary: 'Renames a group', body: GroupFields, reply: Group }),
  remove: endpoint({
    ...one,
    method: 'DELETE',
    access: 'admin',
    summary: 'Deletes a group; its members lose what it grants',
    reply: z.null(),
  }),
  members: endpoint({
    ...members,
    method: 'GET',
    access: 'list_users',
    summary: 'The members of a group, for members and admins',
    reply: z.array(GroupMember),
  }),
  addMember: endpoint({
    ...members,
    method: 'POST',
    access: 'admin',
    summary: 'Puts a user into a group',
    body: z.object({ user_id: SentId }),
    reply: User,
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/groups/:id/members/:user_id',
    access: 'admin',
    summary: 'Takes a user out of a group',
    params: byId.extend({ user_id: Id }),
    reply: z.null(),
  }),
  dataSources: endpoint({
    ...sources,
    method: 'GET',
    summary: 'The data sources that a group shares',
    reply: z.array(GroupDataSource),
  }),
  addDataSource: endpoint({
    ...sources,
    method: 'POST',
    summary: 'Shares a data source with a group, with full access',
    body: z.object({ data_source_id: SentId }),
    reply: GroupDataSource,
  }),
  changeDataSource: endpoint({
    ...source,
    method: 'POST',
    summary: 'Gives a group full or view-only access to a data source',
    body: z.object({ view_only: z.boolean() }),
    reply: GroupDataSource,
  }),
  removeDataSource: endpoint({
    ...source,
    method: 'DELETE',
    summary: 'Takes a data source from a group',
    reply: z.null(),
  }),
  mappings: endpoint({ ...mappings, method: 'GET', summary: 'Which groups of the identity provider become which groups here' }),
  saveMappings: endpoint({
    ...mappings,
    method: 'POST',
    summary: 'Replaces all mappings of groups; they apply at the next sign-in of each user',
    body: GroupMappings,
  }),
}
