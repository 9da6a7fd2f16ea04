import { z } from 'zod'
import { endpoint, Id } from './endpoint.ts'
import { sentNumber } from './sent-number.ts'
import { User } from './users.ts'

/** Access types that can be granted. Only `modify` has an effect. */
export const accessTypes = ['view', 'modify', 'delete'] as const
export type AccessType = (typeof accessTypes)[number]

/** Kinds of records with an access list, as they are spelled in URLs. */
export const ListedType = z.enum(['queries', 'dashboards'])
export type ListedType = z.infer<typeof ListedType>

export const Grantee = User.extend({ access_type: z.enum(accessTypes) })
export type Grantee = z.infer<typeof Grantee>

/** The grantees by access type; types without grantees are absent. */
export const AccessList = z.partialRecord(z.enum(accessTypes), z.array(Grantee))
export type AccessList = z.infer<typeof AccessList>

/** One entry of an access list, with the id of the user. */
export const Grant = z.object({
  id: z.int(),
  object_id: z.int(),
  object_type: ListedType,
  access_type: z.enum(accessTypes),
  grantor: z.int(),
  grantee: z.int(),
})
export type Grant = z.infer<typeof Grant>

/** `access_type` is checked by the server, which responds with 400 and the documented message. */
export const GrantRequest = z.object({ access_type: z.string(), user_id: sentNumber(z.int32()) })
export type GrantRequest = z.infer<typeof GrantRequest>

const listed = z.object({ type: ListedType, id: Id })
const all = { path: '/api/:type/:id/acl', access: 'user', params: listed } as const

export const acl = {
  list: endpoint({ ...all, method: 'GET', summary: 'Who was granted access to a query or dashboard', reply: AccessList }),
  grant: endpoint({ ...all, method: 'POST', summary: 'Grants access to a user', body: GrantRequest, reply: Grant }),
  revoke: endpoint({ ...all, method: 'DELETE', summary: 'Revokes access of a user', body: GrantRequest, reply: z.null() }),
  check: endpoint({
    method: 'GET',
    path: '/api/:type/:id/acl/:access_type',
    access: 'user',
    summary: 'Whether the caller was granted this access',
    params: listed.extend({ access_type: z.string() }),
    reply: z.object({ response: z.boolean() }),
  }),
}
