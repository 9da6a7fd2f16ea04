import { forEachKind, type ImportReport, type TransferKind } from '@sightline/contract/transfer.ts'
import type { Services } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'

export type ImportServices = Pick<Services, 'config' | 'now'>

/** An import under way: what has become of the things of the file, by their ids in it. */
export interface ImportRun {
  /** The transaction. */
  db: Db
  services: ImportServices
  /** Whose things are that belong to nobody here. */
  fallbackOwnerId: number
  groups: Map<number, number>
  users: Map<number, number>
  /** By address, of everybody here. */
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

/** Who a person of the file is here, by address, else by the id in the file; undefined when they are not here. */
export function personOf({ users, usersByEmail }: ImportRun, { user_id, user }: OwnedItem): number | undefined {
  const byEmail = user ? usersByEmail.get(user.email.toLowerCase()) : undefined
  const id = user_id ?? user?.id
  return byEmail ?? (typeof id === 'number' ? users.get(id) : undefined)
}

/** Whose a thing is here: the same person's, else whoever imports. */
export const ownerOf = (run: ImportRun, owned: OwnedItem): number => personOf(run, owned) ?? run.fallbackOwnerId

interface AddressedItem extends OwnedItem {
  destination_id?: number | null | undefined
  destination?: { id: number } | null | undefined
}

/** A destination, or else a person by mail. */
interface Recipient {
  user_id: number
  destination: { id: number; type: string } | null
}

/** Who is sent something here; null when the person or the destination is not here. */
export function recipientOf(run: ImportRun, sent: AddressedItem): Recipient | null {
  const user_id = personOf(run, sent)
  const sentId = sent.destination_id ?? sent.destination?.id ?? null
  const destination = sentId === null ? null : run.destinations.get(sentId)
  return user_id === undefined || destination === undefined ? null : { user_id, destination }
}
