import { OrganizationName } from '@sightline/contract/settings.ts'
import { z } from 'zod'
import { ofKind, setting } from './setting.ts'
import { flag } from './values.ts'

export interface FirstStartConfig {
  admin: { email: string; password: string } | null
  organizationName: string | null
  sampleData: boolean
}

export const firstStartSettings = {
  SIGHTLINE_ADMIN_EMAIL: setting(ofKind('email address', z.email('must be an email address')).optional(), {
    meaning: 'email address of the first admin, who is then created at first start, without the setup page',
  }),
  SIGHTLINE_ADMIN_PASSWORD: setting(z.string().max(1024).optional(), {
    meaning: 'password of the first admin',
    isSecret: true,
  }),
  SIGHTLINE_ORG_NAME: setting(OrganizationName.optional(), {
    meaning: 'name of the organization, if the first admin is created without the setup page',
  }),
  SIGHTLINE_SAMPLE_DATA: setting(flag.default(true), { meaning: '`0` leaves the sample data out' }),
}

type Given = z.output<z.ZodObject<typeof firstStartSettings>>

/** @throws Error with one sentence if email address or password of the admin is missing */
export const firstStartConfigFrom = (given: Given): FirstStartConfig => ({
  admin: adminFrom(given.SIGHTLINE_ADMIN_EMAIL, given.SIGHTLINE_ADMIN_PASSWORD),
  organizationName: given.SIGHTLINE_ORG_NAME ?? null,
  sampleData: given.SIGHTLINE_SAMPLE_DATA,
})

function adminFrom(email: string | undefined, password: string | undefined): FirstStartConfig['admin'] {
  if (email === undefined && password === undefined) return null
  if (email === undefined) throw new Error('SIGHTLINE_ADMIN_PASSWORD requires SIGHTLINE_ADMIN_EMAIL.')
  if (password === undefined) throw new Error('SIGHTLINE_ADMIN_EMAIL requires SIGHTLINE_ADMIN_PASSWORD.')
  return { email: email.toLowerCase(), password }
}
