import { type Inhabitants, isInUse } from '../platform/backup/empty-schema.ts'
import type { CopySession } from '../platform/db/copy-session.ts'

/** A server would go on with rows that are no longer there. */
export async function refuseRunning(session: CopySession): Promise<void> {
  if (await isInUse(session)) throw new Error('Sightline is running on this database: stop all its processes first.')
}

/** Such as `1 user, 20 queries and 2 dashboards`. */
export const contentsText = ({ users, queries, dashboards }: Inhabitants): string =>
  `${counted(users, 'user', 'users')}, ${counted(queries, 'query', 'queries')} and ${counted(dashboards, 'dashboard', 'dashboards')}`

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
