import { t } from '@lingui/core/macro'
import { api } from '@sightline/contract/api.ts'
import type { CommentedValue, CommentThread } from '@sightline/contract/comments.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { useSession } from '../../app/session.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { readUnsaved, removeUnsaved, storeUnsaved } from '../../app/unsaved-storage.ts'

/** How often the counts of a dashboard are loaded again, in milliseconds. */
const COUNTS_INTERVAL_MS = 60_000
/** How often the threads of an open panel are loaded again, in milliseconds. */
const THREADS_INTERVAL_MS = 20_000

/** The number of open threads of each widget of a dashboard that has some. */
export const openThreadsQuery = (dashboardId: number) =>
  queryOptions({
    queryKey: ['comments', 'counts', dashboardId],
    queryFn: ({ signal }) => call(api.comments.counts, { params: { slug: String(dashboardId) }, signal }),
    refetchInterval: COUNTS_INTERVAL_MS,
    staleTime: 0,
    retry: false,
  })

const threadsQuery = (widgetId: number) =>
  queryOptions({
    queryKey: ['comments', 'threads', widgetId],
    queryFn: ({ signal }) => call(api.comments.list, { params: { id: widgetId }, signal }),
    refetchInterval: THREADS_INTERVAL_MS,
    staleTime: 0,
    retry: false,
  })

/** How long a list of people for mentions is used again, in milliseconds. */
const PEOPLE_STALE_MS = 30_000

/** People who may see the rows of a widget, by a part of their names. */
const mentionableQuery = (widgetId: number, q: string) =>
  queryOptions({
    queryKey: ['comments', 'mentionable', widgetId, q],
    queryFn: ({ signal }) => call(api.comments.mentionable, { params: { id: widgetId }, query: { q }, signal }),
    staleTime: PEOPLE_STALE_MS,
    retry: false,
  })

/**
 * The threads of a widget and what can be done with them, as props of CommentsPanel.
 * @param current the values that the widget is shown with
 */
export function useComments(dashboardId: number, widgetId: number, current: readonly CommentedValue[]) {
  const cache = useQueryClient()
  const { user } = useSession()
  const { data, error } = useQuery(threadsQuery(widgetId))
  const key = threadsQuery(widgetId).queryKey

  /** Sends a change. @returns whether it was stored; a failure is shown as a notification */
  const send = async (request: () => Promise<CommentThread | null>): Promise<boolean> => {
    try {
      const changed = await request()
      await storeAnswer(cache, key, (threads) => withThread(threads, changed))
      return true
    } catch (failure) {
      notify.failure(failure, t`The comment could not be saved.`)
      return false
    } finally {
      void cache.invalidateQueries({ queryKey: key })
      void cache.invalidateQueries({ queryKey: openThreadsQuery(dashboardId).queryKey })
    }
  }
  // The same function each time: the field searches again with a new one.
  const onSearch = useCallback((q: string) => cache.fetchQuery(mentionableQuery(widgetId, q)), [cache, widgetId])
  const parameters = [...current]
  return {
    reader: user,
    threads: data,
    failure: error && data === undefined ? (messageOf(error) ?? t`Comments could not be loaded.`) : null,
    drafts: draftsOf(user.id),
    onSearch,
    onStart: (text: string) => send(() => call(api.comments.create, { params: { id: widgetId }, body: { text, parameters } })),
    onReply: (id: number, text: string) => send(() => call(api.comments.reply, { params: { id }, body: { text, parameters } })),
    onResolve: (id: number, is_resolved: boolean) =>
      send(() => call(api.comments.resolve, { params: { id }, body: { is_resolved } })),
    onEdit: (id: number, text: string) => send(() => call(api.comments.update, { params: { id }, body: { text } })),
    onDelete: async (id: number) => {
      const isSure = await confirm({
        title: t`Delete Comment`,
        text: t`Are you sure you want to delete this comment? It cannot be brought back.`,
        action: t`Delete`,
        isDestructive: true,
      })
      return isSure && (await send(() => call(api.comments.remove, { params: { id } })))
    },
  }
}

/** The threads after a change: null means that something was deleted, which only the next load shows. */
export function withThread(
  threads: readonly CommentThread[] | undefined,
  changed: CommentThread | null,
): CommentThread[] | undefined {
  if (threads === undefined || changed === null) return threads && [...threads]
  const isKnown = threads.some(({ id }) => id === changed.id)
  return isKnown ? threads.map((thread) => (thread.id === changed.id ? changed : thread)) : [...threads, changed]
}

/** Texts that have been written but not sent, by the place where they were written. */
export const draftsOf = (userId: number) => ({
  read(place: string): string {
    const name = draftName(place)
    const value = readUnsaved(userId, name).find((entry) => entry.name === name)?.value
    return typeof value === 'string' ? value : ''
  },
  store(place: string, text: string): void {
    if (text.trim() === '') removeUnsaved(userId, draftName(place))
    else storeUnsaved(userId, draftName(place), text, Date.now())
  },
})

const draftName = (place: string) => `comment-${place}`
