import { z } from 'zod'
import { Timestamp } from './endpoint.ts'

/** A user as embedded in other entities; never with a key. */
export const User = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  profile_image_url: z.string(),
  groups: z.array(z.int()),
  updated_at: Timestamp,
  created_at: Timestamp,
  disabled_at: Timestamp.nullable(),
  is_disabled: z.boolean(),
  active_at: Timestamp.nullable(),
  is_invitation_pending: z.boolean(),
  is_email_verified: z.boolean(),
  auth_type: z.enum(['password', 'external']),
})
export type User = z.infer<typeof User>
