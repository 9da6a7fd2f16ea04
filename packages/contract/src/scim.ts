import { z } from 'zod'
import { byId, endpoint, Timestamp } from './endpoint.ts'

/** Two, so that a new token can replace another without an interruption. */
export const MAX_SCIM_TOKENS = 2

/** A token with which an identity provider manages users and groups, without its secret. */
export const ScimToken = z.object({
  id: z.int(),
  name: z.string(),
  created_at: Timestamp,
  created_by: z.string(),
  /** Precise to the minute; null if it was never used. */
  last_used_at: Timestamp.nullable(),
})
export type ScimToken = z.infer<typeof ScimToken>

/** A new token; the only reply with the secret. */
export const NewScimToken = ScimToken.extend({ token: z.string() })
export type NewScimToken = z.infer<typeof NewScimToken>

const tokens = { path: '/api/scim/tokens', access: 'admin', ours: true } as const

export const scim = {
  tokens: endpoint({ ...tokens, method: 'GET', summary: 'The SCIM tokens, without their secrets', reply: z.array(ScimToken) }),
  createToken: endpoint({
    ...tokens,
    method: 'POST',
    summary: 'Creates a SCIM token, and shows its secret once; there can be two',
    body: z.object({ name: z.string().trim().min(1).max(100) }),
    reply: NewScimToken,
  }),
  revokeToken: endpoint({
    method: 'DELETE',
    path: '/api/scim/tokens/:id',
    access: 'admin',
    summary: 'Revokes a SCIM token; it stops working at once',
    params: byId,
    reply: z.null(),
    ours: true,
  }),
}
