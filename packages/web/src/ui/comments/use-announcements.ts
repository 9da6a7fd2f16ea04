import { t } from '@lingui/core/macro'
import type { CommentThread } from '@sightline/contract/comments.ts'
import { useEffect, useRef, useState } from 'react'

/** Comments of other people among some threads that were not there before. */
export function newComments(
  before: ReadonlySet<number>,
  threads: readonly CommentThread[],
  readerId: number,
): CommentThread['comments'] {
  return threads.flatMap(({ comments }) => comments.filter(({ id, user }) => user.id !== readerId && !before.has(id)))
}

/** The sentence about comments that have arrived; null if there are none. */
export function arrivalText(arrived: CommentThread['comments']): string | null {
  const [first] = arrived
  if (first === undefined) return null
  return arrived.length === 1 ? t`New comment by ${first.user.name}.` : t`${arrived.length} new comments.`
}

/**
 * The text of a live region about threads: the outcome of what the reader does, and comments of others that arrive while the panel is
 * open.
 * @param threads undefined while they are loading
 */
export function useAnnouncements(threads: readonly CommentThread[] | undefined, readerId: number) {
  const [text, setText] = useState('')
  const known = useRef<ReadonlySet<number> | null>(null)
  useEffect(() => {
    if (threads === undefined) return
    const arrival = known.current && arrivalText(newComments(known.current, threads, readerId))
    if (arrival !== null) setText(arrival)
    known.current = new Set(threads.flatMap(({ comments }) => comments.map(({ id }) => id)))
  }, [threads, readerId])
  /** Announces the outcome of a change once it is stored. */
  const announced = async (change: Promise<boolean>, outcome: string): Promise<boolean> => {
    // Cleared first, so that the same sentence is read again.
    setText('')
    const isStored = await change
    if (isStored) setText(outcome)
    return isStored
  }
  return { text, announced }
}
