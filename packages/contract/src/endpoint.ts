import { z } from 'zod'
import type { ApiKeyScope } from './api-key-scopes.ts'
import type { Permission } from './permissions.ts'

/**
 * The callers that may use an endpoint. The permissions for a single record are checked later, by `can(viewer, action, record)`.
 * - `anyone`: no sign-in needed
 * - `viewer`: a user, or a key that gives access to a single query or dashboard
 * - `user`: a signed-in user (cookie or personal key)
 * - a permission name: a viewer with that permission
 */
export type Access = 'anyone' | 'viewer' | 'user' | Permission

/** PUT and PATCH belong to SCIM alone. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method
  /** Path with `:name` placeholders, always starting with a slash. */
  path: string
  access: Access
  /** The scope that an API key with scopes needs; null for endpoints that need no sign-in. */
  scope: ApiKeyScope | null
  /** One line for the reference page. */
  summary: string
  params: Params
  query: Query
  body: Body
  /** The response of a successful call. `file` is a stream or a download. */
  reply: Reply
  /** True for our additions to the Redash HTTP API. */
  ours: boolean
  /** True if the body is a stream of raw bytes instead of JSON. */
  takesStream: boolean
  /** Maximum size of a JSON body in bytes. */
  maxBodyBytes: number
}

const KILOBYTE = 1024

/** Maximum size of a JSON body in bytes. Callers without a sign-in only send an email address, a password or a token. */
const MAX_BODY_BYTES = { anyone: 64 * KILOBYTE, known: 1024 * KILOBYTE }
/** Maximum size, in bytes, of a JSON body with a query text: up to 5,000,000 characters, some of them escaped. */
export const LARGE_BODY_BYTES = 16 * 1024 * KILOBYTE

/** The reply of an endpoint that streams bytes instead of JSON. */
export const file = z.custom<never>(() => true)

const nothing = z.unknown()

/** Creates an endpoint: the common description for the server, the browser, the reference page and the access test. */
export function endpoint<
  Params extends z.ZodType = z.ZodUnknown,
  Query extends z.ZodType = z.ZodUnknown,
  Body extends z.ZodType = z.ZodUnknown,
  Reply extends z.ZodType = z.ZodUnknown,
>(spec: {
  method: Method
  path: string
  access: Access
  /** If it differs from that of method and access: a `POST` that only reads, or one that runs a query. */
  scope?: ApiKeyScope
  summary: string
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
  ours?: boolean
  takesStream?: boolean
  maxBodyBytes?: number
}): Endpoint<Params, Query, Body, Reply> {
  return {
    params: nothing as unknown as Params,
    query: nothing as unknown as Query,
    body: nothing as unknown as Body,
    scope: scopeOf(spec),
    ours: false,
    takesStream: false,
    maxBodyBytes: spec.access === 'anyone' ? MAX_BODY_BYTES.anyone : MAX_BODY_BYTES.known,
    ...spec,
  }
}

/** The scope that follows from who may call an endpoint and how. */
function scopeOf({ method, access }: { method: Method; access: Access }): ApiKeyScope | null {
  if (access === 'anyone') return null
  if (access === 'admin' || access === 'super_admin') return 'administer'
  if (access === 'execute_query') return 'run'
  return method === 'GET' ? 'read' : 'edit'
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
export type ReplyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never

const LARGEST_ID = 2 ** 31 - 1

/** An id in a path: decimal digits only, so that `1e3`, `0x1` and objects are refused. An id beyond the maximum is not found. */
export const Id = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform((digits) => Math.min(Number(digits), LARGEST_ID))
export const byId = z.object({ id: Id })

/** A query-string flag that is set by being present, whatever its value is (`?refresh`, `?refresh=true`). */
export const Presence = z
  .unknown()
  .optional()
  .transform((value) => value !== undefined)

/** A time in the API: ISO 8601 in UTC, with milliseconds only if they are not zero. */
export const Timestamp = z.string()
