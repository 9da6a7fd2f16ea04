import { setTimeout as pause } from 'node:timers/promises'
import { close, type Database, open, type Target } from './connection.ts'
import { isForbidden } from './errors.ts'

const LOOK_MILLISECONDS = 100
/** How often it is looked whether the attachment has gone. */
const LOOKS = 50

/**
 * Ends an attachment with all that it does, on another one, and resolves when the server does not list it any more. A user who
 * may not end attachments sees at least whether the server has done so because their connection is gone.
 * @throws when it is still there after five seconds
 */
export async function endAttachment(attachment: number, target: Target, signal: AbortSignal): Promise<void> {
  const database = await open(target, signal)
  try {
    await database.queryAsync('DELETE FROM MON$ATTACHMENTS WHERE MON$ATTACHMENT_ID = ?', [attachment]).catch((error) => {
      if (!isForbidden(error)) throw error
    })
    for (let look = 0; look < LOOKS; look++) {
      if (!(await isListed(attachment, database))) return
      await pause(LOOK_MILLISECONDS, undefined, { signal })
    }
    throw new Error(`Attachment ${attachment} did not end.`)
  } finally {
    await close(database)
  }
}

/** A transaction of its own each time: within one, the lists of the server do not change. */
async function isListed(attachment: number, database: Database): Promise<boolean> {
  const listed = await database.queryAsync('SELECT 1 FROM MON$ATTACHMENTS WHERE MON$ATTACHMENT_ID = ?', [attachment])
  return listed.length > 0
}
