import { mentionedIds, withMappedMentions } from '@sightline/domain/comments/mentions.ts'
import type { TransferItem } from './file.ts'
import * as store from './import.store.ts'
import { type ImportRun, personOf } from './import-state.ts'

type Widget = NonNullable<TransferItem<'dashboards'>['widgets']>[number]
type Thread = NonNullable<Widget['comment_threads']>[number]

/**
 * Imports the comments of a new widget with their authors, times and values. Nobody is notified of mentions.
 * @returns the number of comments that are left out, because their authors are not here
 */
export async function importComments(run: ImportRun, widgetId: number, threads: readonly Thread[]): Promise<number> {
  let missing = 0
  for (const thread of threads) {
    const rows = thread.comments.flatMap((comment) => {
      const user_id = personOf(run, comment)
      // A comment of somebody else's would be put into the mouth of the importer.
      if (user_id === undefined) return []
      const text = withMappedMentions(comment.text, (id) => run.users.get(id))
      const { parameters, created_at, edited_at = null } = comment
      return [{ user_id, text, mentioned_ids: mentionedIds(text), parameters, created_at, edited_at }]
    })
    missing += thread.comments.length - rows.length
    if (rows.length === 0) continue
    const resolved_by_id = personOf(run, { user_id: thread.resolved_by_id }) ?? null
    const resolved_at = resolved_by_id === null ? null : (thread.resolved_at ?? null)
    const { created_at } = thread
    await store.insertThread(
      run.db,
      { widget_id: widgetId, created_at, resolved_at, resolved_by_id: resolved_at === null ? null : resolved_by_id },
      rows,
    )
  }
  return missing
}
