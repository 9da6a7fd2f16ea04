import { z } from 'zod'
import { apiKeyScopes } from './api-key-scopes.ts'
import { byId, endpoint, Id, Timestamp } from './endpoint.ts'

/** The beginning of each key, by which scanners for leaked secrets know it. */
export const API_KEY_PREFIX = 'slk_'
/** Maximum number of valid keys of one user. */
export const MAX_API_KEYS = 50
export const MAX_API_KEY_NAME = 100

const Scope = z.enum(apiKeyScopes)

export const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(Scope),
  /** The last characters of the key, to tell keys apart. */
  ending: z.string(),
  created_at: Timestamp,
  /** Null for a key without an end. */
  expires_at: Timestamp.nullable(),
  /** By the clock of the server. */
  is_expired: z.boolean(),
  /** The day of the last use in UTC, `YYYY-MM-DD`; null if it was never used. */
  last_used_on: z.string().nullable(),
  revoked_at: Timestamp.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** A key that was just created. */
export const CreatedApiKey = ApiKey.extend({
  /** The key itself, which cannot be read again. */
  key: z.string(),
})
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

export const NewApiKey = z.object({
  name: z.string().trim().min(1).max(MAX_API_KEY_NAME),
  scopes: z
    .array(Scope)
    .min(1, 'choose at least one')
    .max(100)
    .transform((chosen) => apiKeyScopes.filter((scope) => chosen.includes(scope))),
  /** Null for a key without an end. */
  expires_at: z.iso.datetime({ offset: true, error: 'it must be a time such as 2026-05-31T08:00:00Z' }).nullable(),
})
export type NewApiKey = z.infer<typeof NewApiKey>

const all = { path: '/api/users/:id/api_keys', access: 'user', params: byId, ours: true } as const

export const apiKeys = {
  list: endpoint({
    ...all,
    method: 'GET',
    summary: 'The API keys of a user, for the user and for admins: valid ones first; ended ones are kept for 30 days',
    reply: z.array(ApiKey),
  }),
  create: endpoint({
    ...all,
    method: 'POST',
    scope: 'administer',
    summary: 'Creates an API key for the signed-in user, which only this reply contains',
    body: NewApiKey,
    reply: CreatedApiKey,
  }),
  revoke: endpoint({
    ...all,
    path: '/api/users/:id/api_keys/:key',
    method: 'DELETE',
    scope: 'administer',
    params: byId.extend({ key: Id }),
    summary: 'Revokes an API key at once, for its user and for admins',
    reply: ApiKey,
  }),
}
