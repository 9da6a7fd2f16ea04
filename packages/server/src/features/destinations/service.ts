import type {
  AdminDestination,
  Destination,
  DestinationDependents,
  DestinationDescriptor,
  DestinationFields,
} from '@sightline/contract/destinations.ts'
import { DeliveryFailed, type Notification, type Report } from '../../destinations/destination.ts'
import { destinations as knownTypes } from '../../destinations/registry.ts'
import type { Context, Services } from '../../platform/context.ts'
import { encryptOptions } from '../../platform/crypto/options.ts'
import { violatesConstraint } from '../../platform/db/constraint-errors.ts'
import { AppError } from '../../platform/http/errors.ts'
import { changedOptions, configurationSchema } from '../../platform/type-options.ts'
import * as audit from '../audit/service.ts'
import { send, sendReport } from './delivery.ts'
import { checkedOptions, newOptions, readableOptions, rowOf, typeOf } from './options.ts'
import { present, presentForAdmin } from './present.ts'
import { sampleNotification } from './sample.ts'
import * as store from './store.ts'

/** All destinations, by name. A stored one whose type this installation does not know is left out. */
export async function list(ctx: Context): Promise<Destination[]> {
  return (await store.all(ctx.db)).flatMap((row) => {
    const type = knownTypes.get(row.type)
    return type ? [present(row, type)] : []
  })
}

/** Every type there is, with the form of its options. */
export function types(): DestinationDescriptor[] {
  return [...knownTypes.values()].map(({ name, type, icon, logo, config, sendsMail }) => ({
    name,
    type,
    icon,
    configuration_schema: configurationSchema(config),
    logo,
    ...(sendsMail ? { sends_mail: true as const } : {}),
  }))
}

export async function get(ctx: Context, id: number): Promise<AdminDestination> {
  return adminView(ctx, await mustFind(ctx, id))
}

export async function create(ctx: Context, fields: DestinationFields): Promise<AdminDestination> {
  const options = newOptions(typeOf(fields.type), fields.options)
  const row = await unlessTaken(fields.name, () =>
    ctx.db.transaction(async (db) => {
      const id = await store.nextDestinationId(db)
      const inserted = await store.insert(db, { id, ...encrypted(ctx, id, fields, options) })
      await note({ ...ctx, db }, 'destination.create', inserted)
      return inserted
    }),
  )
  return adminView(ctx, row)
}

/** Saves a destination. A secret that comes back as the placeholder is kept, as long as it stays with the same server. */
export async function update(ctx: Context, id: number, fields: DestinationFields): Promise<AdminDestination> {
  const before = await mustFind(ctx, id)
  const stored = fields.type === before.type ? readableOptions(ctx, before) : null
  const options = checkedOptions(typeOf(fields.type), fields.options, stored)
  await unlessTaken(fields.name, () =>
    ctx.db.transaction(async (db) => {
      await store.change(db, id, encrypted(ctx, id, fields, options))
      await note({ ...ctx, db }, 'destination.change', { id, ...fields }, changedOptions(stored ?? {}, options))
    }),
  )
  return adminView(ctx, await mustFind(ctx, id))
}

export async function dependents(ctx: Context, id: number): Promise<DestinationDependents> {
  await mustFind(ctx, id)
  return { alerts: await store.alertsOf(ctx.db, id), reports: await store.reportsTo(ctx.db, id) }
}

/** Deletes a destination, and with it what subscribes it to alerts. */
export async function remove(ctx: Context, id: number): Promise<void> {
  const row = await mustFind(ctx, id)
  await ctx.db.transaction(async (db) => {
    await note({ ...ctx, db }, 'destination.delete', row)
    await store.remove(db, id)
  })
}

/** Sends a notification that says it is a test. A refusal by the service is an answer, not a failure of the call. */
export async function test(ctx: Context, id: number, signal: AbortSignal): Promise<{ ok: boolean; message: string }> {
  const row = await mustFind(ctx, id)
  try {
    await send(ctx, row, sampleNotification(ctx, row), signal)
    return { ok: true, message: 'success' }
  } catch (error) {
    if (error instanceof DeliveryFailed) return { ok: false, message: error.message }
    throw error
  }
}

/**
 * Delivers a notification to a stored destination.
 * @param signal gives it up; by itself it lasts some seconds at most
 * @throws DeliveryFailed with one sentence, which says whether trying again makes sense (`mayRetry`)
 */
export async function deliver(
  services: Services,
  destinationId: number,
  notification: Notification,
  signal: AbortSignal,
): Promise<void> {
  await send(services, await mustStillBe(services, destinationId), notification, signal)
}

/** The same with a report. @throws DeliveryFailed */
export async function deliverReport(
  services: Services,
  destinationId: number,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  await sendReport(services, await mustStillBe(services, destinationId), report, signal)
}

async function mustStillBe({ db }: Services, id: number): Promise<store.DestinationRow> {
  const row = await store.find(db, id)
  if (!row) throw new DeliveryFailed('This destination has been deleted.', { mayRetry: false })
  return row
}

/** A destination as everybody may see it, for subscriptions. @returns null when there is none, or its type is not known here */
export async function findDestination({ db }: Pick<Services, 'db'>, id: number): Promise<Destination | null> {
  const row = await store.find(db, id)
  const type = row && knownTypes.get(row.type)
  return row && type ? present(row, type) : null
}

async function unlessTaken<Value>(name: string, write: () => Promise<Value>): Promise<Value> {
  try {
    return await write()
  } catch (error) {
    throw violatesConstraint(error, 'unique') ? new AppError('destination_name_taken', { name }, { cause: error }) : error
  }
}

/** @param options names of the options that have changed: their values may be secrets */
function note(
  ctx: Context,
  action: 'destination.create' | 'destination.change' | 'destination.delete',
  { id, name, type }: { id: number; name: string; type: string },
  options?: string[],
): Promise<void> {
  return audit.recordAction(ctx, action, {
    object_id: id,
    object_name: name,
    details: options === undefined ? { type } : { type, options },
  })
}

const encrypted = (ctx: Context, id: number, { name, type }: DestinationFields, options: Record<string, unknown>) => ({
  name,
  type,
  encrypted_options: encryptOptions(ctx.config.secretKey, rowOf(id), options),
})

const adminView = (ctx: Context, row: store.DestinationRow) => presentForAdmin(row, typeOf(row.type), readableOptions(ctx, row))

async function mustFind({ db }: Pick<Context, 'db'>, id: number): Promise<store.DestinationRow> {
  const row = await store.find(db, id)
  if (!row) throw new AppError('not_found')
  return row
}
