import { setTimeout as sleep } from 'node:timers/promises'
import { UUID } from 'mongodb'
import { CANCELLED, QueryError, type Session } from '../runner.ts'
import { type Context, withServer } from './server.ts'

const LOOK_INTERVAL = 50

/**
 * Ends what MongoDB does for a session, and sees that it does nothing any more. A user may always end sessions of their own.
 * @throws QueryError when that could not be seen
 */
export async function stop({ session }: Session, context: Context): Promise<void> {
  const id = new UUID(String(session)).toBinary()
  await withServer(context, async (client) => {
    const admin = client.db('admin')
    await admin.command({ killSessions: [{ id }] })
    const atWork = { active: true, 'lsid.id': id }
    while ((await admin.aggregate([{ $currentOp: {} }, { $match: atWork }, { $limit: 1 }]).toArray()).length > 0)
      await sleep(LOOK_INTERVAL, undefined, { signal: context.signal }).catch(() => {
        throw new QueryError(CANCELLED)
      })
  })
}
