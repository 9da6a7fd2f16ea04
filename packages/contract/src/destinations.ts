import { z } from 'zod'
import { TypeDescriptor } from './data-sources.ts'
import { byId, endpoint } from './endpoint.ts'

export const Destination = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  /** The name of an icon in the API, such as `fa-slack`. */
  icon: z.string(),
})
export type Destination = z.infer<typeof Destination>

/** The response for admins: includes the options, with every secret replaced by the placeholder. */
export const AdminDestination = Destination.extend({ options: z.record(z.string(), z.unknown()) })
export type AdminDestination = z.infer<typeof AdminDestination>

export const DestinationFields = z.object({
  name: z.string().trim().min(1).max(255),
  type: z.string().min(1).max(255),
  options: z.record(z.string(), z.unknown()),
})
export type DestinationFields = z.infer<typeof DestinationFields>

export const DestinationDescriptor = TypeDescriptor.extend({
  icon: z.string(),
  /** Ours: it only works if email is configured. */
  sends_mail: z.literal(true).optional(),
})
export type DestinationDescriptor = z.infer<typeof DestinationDescriptor>

/** Records that depend on a destination. */
export const DestinationDependents = z.object({
  /** Sorted by name. Their subscriptions are deleted with the destination. */
  alerts: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Number of dashboards and queries whose reports it receives. These subscriptions are deleted as well. */
  reports: z.int(),
})
export type DestinationDependents = z.infer<typeof DestinationDependents>

const all = { path: '/api/destinations' } as const
const one = { path: '/api/destinations/:id', access: 'admin', params: byId } as const

export const destinations = {
  list: endpoint({
    ...all,
    method: 'GET',
    access: 'user',
    summary: 'The alert destinations, by name, without their options',
    reply: z.array(Destination),
  }),
  types: endpoint({
    method: 'GET',
    path: '/api/destinations/types',
    access: 'admin',
    summary: 'Types of alert destinations, with the form of their options',
    reply: z.array(DestinationDescriptor),
  }),
  create: endpoint({
    ...all,
    method: 'POST',
    access: 'admin',
    summary: 'Adds an alert destination',
    body: DestinationFields,
    reply: AdminDestination,
  }),
  get: endpoint({ ...one, method: 'GET', summary: 'One alert destination with its options', reply: AdminDestination }),
  update: endpoint({
    ...one,
    method: 'POST',
    summary: 'Saves an alert destination',
    body: DestinationFields,
    reply: AdminDestination,
  }),
  remove: endpoint({
    ...one,
    method: 'DELETE',
    summary: 'Deletes an alert destination and its subscriptions; returns 204',
    reply: z.undefined(),
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/destinations/:id/test',
    access: 'admin',
    summary: 'Sends a test notification',
    params: byId,
    reply: z.object({ ok: z.boolean(), message: z.string() }),
    ours: true,
  }),
  dependents: endpoint({
    method: 'GET',
    path: '/api/destinations/:id/dependents',
    access: 'admin',
    summary: 'The alerts that notify a destination',
    params: byId,
    reply: DestinationDependents,
    ours: true,
  }),
}
