import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { OrganizationName, WeekStart } from './settings.ts'
import { MIN_PASSWORD_CHARACTERS } from './users.ts'

export const Setup = z.object({
  token: z.string(),
  name: z.string().trim().min(1).max(255),
  email: z.email().max(320),
  password: z.string().min(MIN_PASSWORD_CHARACTERS).max(1024),
  org_name: OrganizationName,
  /** The time zone of the new organization; one that the server does not know is left out. */
  time_zone: z.string().max(64).optional(),
  week_start: WeekStart.optional(),
})
export type Setup = z.infer<typeof Setup>

export const setup = {
  status: endpoint({
    method: 'GET',
    path: '/api/setup',
    access: 'anyone',
    ours: true,
    summary:
      'Whether the first admin still has to be created, whether sample data is included, and whether it is being created',
    reply: z.object({ is_needed: z.boolean(), sample_data: z.boolean(), is_sample_coming: z.boolean() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/setup',
    access: 'anyone',
    ours: true,
    summary: 'Creates the organization and its first admin, once, and signs them in',
    body: Setup,
    reply: z.object({ next: z.string() }),
  }),
  removeSample: endpoint({
    method: 'DELETE',
    path: '/api/setup/sample',
    access: 'admin',
    ours: true,
    summary: 'Removes the sample data source with its queries and dashboard',
    reply: z.null(),
  }),
}
