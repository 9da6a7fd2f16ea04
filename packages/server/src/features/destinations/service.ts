import type {
  AdminDestination,
  Destination,
  DestinationDependents,
  DestinationDescriptor,
  DestinationFields,
} from '@sightline/contract/destinations.ts'
import { type AnyDestinationType, DeliveryFailed, type Notification, type Report } from '../../destinations/destination.ts'
import { destinations as knownTypes } from '../../destinations/registry.ts'
import type { Context, Services } from '../../platform/context.ts'
import { encryptOptions } from '../../platform/crypto/options.ts'
import { violatesConstraint } from '../../platform/db/constraint-errors.ts'
import { AppError } from '../../platform/http/errors.ts'
import { inLanguage } from '../../platform/language/reader.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { changedOptions, configurationSchema, maskSecrets } from '../../platform/type-options.ts'
import * as audit from '../audit/service.ts'
import { organizationLanguage } from '../settings/service.ts'
import { sampleNotification, send, sendReport } from './delivery.ts'
import { checkedOptions, mustFindType, newOptions, optionsRow, readableOptions } from './options.ts'
import type { DestinationRow } from './store.ts'
import * as store from './store.ts'
import { outboundTransport } from './transport.ts'

// Exported for other features and commands: stored options.
export {
  bindOptions,
  clearOptions,
  countReadable,
  optionsRow,
  readableOptions,
  reencryptOptions,
  unreadableOptions,
} from './options.ts'

/** All destinations, by name, without those whose type this version does not know. */
export async function list(ctx: Context): Promise<Destination[]> {
  return (await store.list(ctx.db)).flatMap((row) => {
    const type = knownTypes.get(row.type)
    return type ? [present(row, type)] : []
  })
}

/** All types of destinations, with the schema of their options. */
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
  const options = newOptions(mustFindType(fields.type), fields.options)
  const row = await unlessTaken(fields.name, () =>
    ctx.db.transaction(async (db) => {
      const id = await store.nextDestinationId(db)
      const inserted = await store.insert(db, { id, ...encrypted(ctx, id, fields, options) })
      await recordChange({ ...ctx, db }, 'destination.create', inserted)
      return inserted
    }),
  )
  return adminView(ctx, row)
}

/** Saves a destination. A placeholder keeps the stored secret, unless the destination now points to another server. */
export async function update(ctx: Context, id: number, fields: DestinationFields): Promise<AdminDestination> {
  const before = await mustFind(ctx, id)
  const stored = fields.type === before.type ? readableOptions(ctx, before) : null
  const options = checkedOptions(mustFindType(fields.type), fields.options, stored)
  await unlessTaken(fields.name, () =>
    ctx.db.transaction(async (db) => {
      await store.change(db, id, encrypted(ctx, id, fields, options))
      await recordChange({ ...ctx, db }, 'destination.change', { id, ...fields }, changedOptions(stored ?? {}, options))
    }),
  )
  return adminView(ctx, await mustFind(ctx, id))
}

export async function dependents(ctx: Context, id: number): Promise<DestinationDependents> {
  await mustFind(ctx, id)
  return { alerts: await store.alertsOf(ctx.db, id), reports: await store.reportsTo(ctx.db, id) }
}

/** Deletes a destination and its subscriptions to alerts. */
export async function remove(ctx: Context, id: number): Promise<void> {
  const row = await mustFind(ctx, id)
  await ctx.db.transaction(async (db) => {
    await recordChange({ ...ctx, db }, 'destination.delete', row)
    await store.remove(db, id)
  })
}

/**
 * Sends a test notification, in the language of the organization as all messages of destinations. A refusal by the service is a regular
 * reply, not an error of this call.
 */
export async function test(ctx: Context, id: number, signal: AbortSignal): Promise<{ ok: boolean; message: string }> {
  const row = await mustFind(ctx, id)
  try {
    await inLanguage(await organizationLanguage(ctx), () => send(ctx, row, sampleNotification(ctx, row), signal))
    return { ok: true, message: 'success' }
  } catch (error) {
    if (error instanceof DeliveryFailed) return { ok: false, message: error.message }
    throw error
  }
}

/**
 * Sends a notification to a destination.
 * @param signal aborts it; without, it times out after a few seconds
 * @throws DeliveryFailed with one sentence; `mayRetry` says whether a retry makes sense
 */
export async function deliver(
  services: Services,
  destinationId: number,
  notification: Notification,
  signal: AbortSignal,
): Promise<void> {
  await send(services, await mustStillBe(services, destinationId), notification, signal)
}

/** Sends a report to a destination. @throws DeliveryFailed */
export async function deliverReport(
  services: Services,
  destinationId: number,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  await sendReport(services, await mustStillBe(services, destinationId), report, signal)
}

/** Sends a mail to a user, with the errors of a delivery. @throws DeliveryFailed */
export const deliverMail = (services: Services, mail: Mail, signal: AbortSignal): Promise<void> =>
  outboundTransport(services, signal).mail(mail)

async function mustStillBe({ db }: Services, id: number): Promise<store.DestinationRow> {
  const row = await store.find(db, id)
  if (!row) throw new DeliveryFailed('This destination has been deleted.', { mayRetry: false })
  return row
}

/** A destination without its options. @returns null if there is none, or its type is unknown */
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

/** @param options only the names of the changed options, since their values may be secrets */
function recordChange(
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
  encrypted_options: encryptOptions(ctx.config.secretKey, optionsRow(id), options),
})

const adminView = (ctx: Context, row: store.DestinationRow) =>
  presentForAdmin(row, mustFindType(row.type), readableOptions(ctx, row))

async function mustFind({ db }: Pick<Context, 'db'>, id: number): Promise<store.DestinationRow> {
  const row = await store.find(db, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** A destination as every user may see it, without its options. */
export function present(
  { id, name, type }: Pick<DestinationRow, 'id' | 'name' | 'type'>,
  { icon }: AnyDestinationType,
): Destination {
  return { id, name, type, icon }
}

/** A destination as admins see it: with its options, and all secrets masked. */
export function presentForAdmin(
  row: DestinationRow,
  type: AnyDestinationType,
  options: Record<string, unknown>,
): AdminDestination {
  return { ...present(row, type), options: maskSecrets(type.config, options) }
}
