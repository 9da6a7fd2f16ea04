import { z } from 'zod'
import type { Permission } from './permissions.ts'

/**
 * Who may call an endpoint at all. What a caller may do with one record is decided later, by `can(viewer, action, record)`.
 * - `anyone`: no sign-in needed
 * - `viewer`: anybody who is known: a user, or a key that opens just one query or dashboard
 * - `user`: a signed-in user (cookie or personal key)
 * - a permission name: a viewer who holds that permission
 */
export type Access = 'anyone' | 'viewer' | 'user' | Permission

export type Method = 'GET' | 'POST' | 'DELETE'

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
  /** One line for the reference page. */
  summary: string
  params: Params
  query: Query
  body: Body
  /** What a successful call answers. `file` marks a stream or a download. */
  reply: Reply
  /** True for our additions to the Redash HTTP API. */
  ours: boolean
  /** True when the body is raw bytes, read as they arrive, instead of JSON. */
  takesStream: boolean
  /** Bytes that a JSON body may have. */
  maxBodyBytes: number
}

const KILOBYTE = 1024

/** Bytes of a JSON body. Callers who need no sign-in send an address, a password or a token. */
const MAX_BODY_BYTES = { anyone: 64 * KILOBYTE, known: 1024 * KILOBYTE }
/** Bytes of a JSON body that holds the text of a query: up to 5,000,000 characters, some of them escaped. */
export const LARGE_BODY_BYTES = 16 * 1024 * KILOBYTE

/** The reply of an endpoint that streams bytes instead of answering JSON. */
export const file = z.custom<never>(() => true)

const nothing = z.unknown()

/** Makes an endpoint value: the one description that server, browser, reference page and access test share. */
export function endpoint<
  Params extends z.ZodType = z.ZodUnknown,
  Query extends z.ZodType = z.ZodUnknown,
  Body extends z.ZodType = z.ZodUnknown,
  Reply extends z.ZodType = z.ZodUnknown,
>(spec: {
  method: Method
  path: string
  access: Access
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
    ours: false,
    takesStream: false,
    maxBodyBytes: spec.access === 'anyone' ? MAX_BODY_BYTES.anyone : MAX_BODY_BYTES.known,
    ...spec,
  }
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
export type ReplyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never

const LARGEST_ID = 2 ** 31 - 1

/** A path id: decimal digits only, so that `1e3`, `0x1` and structures are refused. One beyond the largest id finds nothing. */
export const Id = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform((digits) => Math.min(Number(digits), LARGEST_ID))
export const byId = z.object({ id: Id })

/** A query-string flag that counts by being present, whatever its value (`?refresh`, `?refresh=true`). */
export const Presence = z
  .unknown()
  .optional()
  .transform((value) => value !== undefined)

/** A time as the wire writes it: ISO 8601 in UTC, milliseconds only when they are not zero. */
export const Timestamp = z.string()
