import { z } from 'zod'
import { endpoint, Id } from './endpoint.ts'
import { sentNumber } from './sent-number.ts'
import { User } from './users.ts'

/** What can be granted to somebody. Only `modify` has an effect. */
export const accessTypes = ['view', 'modify', 'delete'] as const
export type AccessType = (typeof accessTypes)[number]

/** The kinds of things that have an access list, as their addresses spell them. */
export const ListedType = z.enum(['queries', 'dashboards'])
export type ListedType = z.infer<typeof ListedType>

export const Grantee = User.extend({ access_type: z.enum(accessTypes) })
export type Grantee = z.infer<typeof Grantee>

/** Who was granted what, by kind of access; kinds that nobody was granted are absent. */
export const AccessList = z.partialRecord(z.enum(accessTypes), z.array(Grantee))
export type AccessList = z.infer<typeof AccessList>

/** One entry of an access list; people by their ids. */
export const Grant = z.object({
  id: z.int(),
  object_id: z.int(),
  object_type: ListedType,
  access_type: z.enum(accessTypes),
  grantor: z.int(),
  grantee: z.int(),
})
export type Grant = z.infer<typeof Grant>

/** `access_type` is checked by the server, which answers 400 with the documented text. */
export const GrantRequest = z.object({ access_type: z.string(), user_id: sentNumber(z.int32()) })
export type GrantRequest = z.infer<typeof GrantRequest>

const listed = z.object({ type: ListedType, id: Id })
const all = { path: '/api/:type/:id/acl', access: 'user', params: listed } as const

export const acl = {
  list: endpoint({ ...all, method: 'GET', summary: 'Who was granted access to a query or dashboard', reply: AccessList }),
  grant: endpoint({ ...all, method: 'POST', summary: 'Grants somebody access', body: GrantRequest, reply: Grant }),
  revoke: endpoint({ ...all, method: 'DELETE', summary: 'Takes granted access back', body: GrantRequest, reply: z.null() }),
  check: endpoint({
    method: 'GET',
    path: '/api/:type/:id/acl/:access_type',
    access: 'user',
    summary: 'Whether the caller was granted this access',
    params: listed.extend({ access_type: z.string() }),
    reply: z.object({ response: z.boolean() }),
  }),
}
