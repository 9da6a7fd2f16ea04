import { z } from 'zod'

/** The types of objects that logs name. */
export const namedTypes = [
  'query',
  'dashboard',
  'visualization',
  'widget',
  'data_source',
  'alert',
  'user',
  'group',
  'destination',
  'query_snippet',
] as const
export type NamedType = (typeof namedTypes)[number]

/** An object of a log entry by the name that it has now. */
export const NamedObject = z.object({
  type: z.enum(namedTypes),
  /** The id of an object that is still there, otherwise what was recorded for it: an id, or the slug of a dashboard. */
  id: z.string(),
  /** Null once the object has been deleted. */
  name: z.string().nullable(),
})
export type NamedObject = z.infer<typeof NamedObject>
