import type { ImportReport, TransferKind } from '@sightline/contract/transfer.ts'
import type { Services } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'

export type ImportServices = Pick<Services, 'config' | 'now'>

/** An import under way: what has become of the things of the file, by their ids in it. */
export interface Importing {
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
  queries: Map<number, number>
  visualizations: Map<number, number>
  made: ImportReport['made']
  kept: ImportReport['kept']
  notes: string[]
}

export const noCounts = (): Record<TransferKind, number> => ({
  groups: 0,
  users: 0,
  data_sources: 0,
  queries: 0,
  dashboards: 0,
  alerts: 0,
  query_snippets: 0,
})

interface Owned {
  user_id?: number | null | undefined
  user?: { id?: number | null | undefined; email: string } | null | undefined
}

/** Whose a thing is here: the person of its address, else that of its id in the file, else whoever imports. */
export function ownerOf({ users, usersByEmail, fallbackOwnerId }: Importing, { user_id, user }: Owned): number {
  const byEmail = user ? usersByEmail.get(user.email.toLowerCase()) : undefined
  const id = user_id ?? user?.id
  return byEmail ?? (typeof id === 'number' ? users.get(id) : undefined) ?? fallbackOwnerId
}
