import { forEachKind, type ImportReport, type TransferKind } from '@sightline/contract/transfer.ts'
import type { Services } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'

export type ImportServices = Pick<Services, 'config' | 'now'>

/** The state of a running import: maps ids of the file to those of the imported or existing objects. */
export interface ImportRun {
  /** The transaction. */
  db: Db
  services: ImportServices
  /** Owner of items whose owner does not exist here. */
  fallbackOwnerId: number
  groups: Map<number, number>
  users: Map<number, number>
  /** Ids of all users here, by email address. */
  usersByEmail: Map<string, number>
  sources: Map<number, { id: number; type: string }>
  destinations: Map<number, { id: number; type: string }>
  queries: Map<number, number>
  dashboards: Map<number, number>
  visualizations: Map<number, number>
  made: ImportReport['made']
  kept: ImportReport['kept']
  notes: string[]
}

export const noCounts = (): Record<TransferKind, number> => forEachKind(() => 0)

interface OwnedItem {
  user_id?: number | null | undefined
  user?: { id?: number | null | undefined; email: string } | null | undefined
}

/** The user here that corresponds to a user of the file, by email address, else by id; undefined if there is none. */
export function personOf({ users, usersByEmail }: ImportRun, { user_id, user }: OwnedItem): number | undefined {
  const byEmail = user ? usersByEmail.get(user.email.toLowerCase()) : undefined
  const id = user_id ?? user?.id
  return byEmail ?? (typeof id === 'number' ? users.get(id) : undefined)
}

/** The owner of an item here: the corresponding user, else the fallback owner. */
export const ownerOf = (run: ImportRun, owned: OwnedItem): number => personOf(run, owned) ?? run.fallbackOwnerId

interface AddressedItem extends OwnedItem {
  destination_id?: number | null | undefined
  destination?: { id: number } | null | undefined
}

/** A destination, or the user by mail if there is none. */
interface Recipient {
  user_id: number
  destination: { id: number; type: string } | null
}

/** The recipient of a subscription here; null if the user or destination does not exist here. */
export function recipientOf(run: ImportRun, sent: AddressedItem): Recipient | null {
  const user_id = personOf(run, sent)
  const sentId = sent.destination_id ?? sent.destination?.id ?? null
  const destination = sentId === null ? null : run.destinations.get(sentId)
  return user_id === undefined || destination === undefined ? null : { user_id, destination }
}
