import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSession } from '../../../app/session.ts'
import { readUnsaved, removeUnsaved, storeUnsaved } from '../../../app/unsaved-storage.ts'
import { whenIdle } from '../../../ui/loading-tracker.ts'
import { onPageHide } from '../../../ui/page-hide.ts'
import { isDirty } from './draft.ts'
import { type KeptDraft, keptDraft, readKeptDraft } from './kept-draft.ts'
import type { QueryModel } from './model.ts'

/** Milliseconds of rest after the last key before the draft is kept. */
const KEEP_DELAY_MS = 400
/** Milliseconds after that rest until it is kept at the latest: a browser takes long to write a long text. */
const KEEP_LATEST_MS = 1000

/** A draft that is there from before. */
interface OfferedDraft {
  /** What it is kept under. */
  name: string
  draft: KeptDraft
  /** ISO 8601, when it was kept last. */
  kept_at: string
  /** Whether the query has been saved by somebody since. */
  isOutdated: boolean
}

export interface KeptDrafts {
  /** What was left unsaved in an earlier page, or stands in another one; null for nothing, and once that is decided on. */
  offered: OfferedDraft | null
  /** Goes on with the offered draft. */
  restore(): void
  /** Gives the offered draft up. */
  discard(): void
  /** Gives up what is being written, for good: the page is left. */
  giveUp(): void
}

/**
 * Keeps the draft of the page in this browser while it is not saved, and offers what was kept before. Each opening of the page keeps
 * its own: neither another tab nor what is typed beside an offer takes the place of what is not decided on.
 */
export function useKeptDraft(model: QueryModel): KeptDrafts {
  const userId = useSession().user.id
  const { query, draft, text } = model
  const [opening] = useState(() => `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`)
  const all = `query-${query?.id ?? 'new'}~`
  const name = all + opening
  const [offers, setOffers] = useState(() => offersOf(userId, all, model))
  const offered = offers[0] ?? null

  const isGivenUp = useRef(false)
  const keep = useEffectEvent(() => {
    const whole = { ...draft, text: text.get() }
    if (!isDirty(whole, query) || isGivenUp.current) return
    storeUnsaved(userId, name, keptDraft(whole, query?.version ?? null), Date.now())
  })
  const { name: title, description, tags, parameters } = draft
  const wasDirty = useRef(false)
  const settle = useEffectEvent((keepLater: () => void) => {
    const isDirtyNow = model.isDirty(text.get())
    if (isDirtyNow) keepLater()
    // What was written is in the saved query now, or was taken back.
    else if (wasDirty.current) removeUnsaved(userId, name)
    wasDirty.current = isDirtyNow
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these is something to keep, or what it is compared with.
  useEffect(() => {
    let callOff = () => {}
    const keepLater = () => {
      callOff()
      const timer = setTimeout(() => {
        callOff = whenIdle(keep, KEEP_LATEST_MS)
      }, KEEP_DELAY_MS)
      callOff = () => clearTimeout(timer)
    }
    const follow = () => settle(keepLater)
    follow()
    const unsubscribe = text.subscribe(follow)
    return () => {
      unsubscribe()
      callOff()
    }
  }, [query, text, title, description, tags, parameters])

  // A new query that was saved is kept under its own name from now on.
  const keptAs = useRef(name)
  useEffect(() => {
    if (keptAs.current === name) return
    removeUnsaved(userId, keptAs.current)
    keptAs.current = name
    setOffers([])
  }, [userId, name])

  // A tab that is closed may not come to the end of the delay, nor the page to know that something was typed.
  useEffect(() => {
    const leave = onPageHide.save(() => keep())
    return () => {
      leave()
      keep()
    }
  }, [])

  return {
    offered,
    restore() {
      if (offered === null) return
      model.restore(offered.draft)
      storeUnsaved(userId, name, offered.draft, Date.now())
      removeUnsaved(userId, offered.name)
      // Older ones would take its place: they are offered when the page is opened the next time.
      setOffers([])
    },
    discard() {
      if (offered !== null) removeUnsaved(userId, offered.name)
      setOffers(offers.slice(1))
    },
    giveUp() {
      isGivenUp.current = true
      removeUnsaved(userId, name)
    },
  }
}

/** Newest first. */
function offersOf(userId: number, all: string, { query }: QueryModel): OfferedDraft[] {
  return readUnsaved(userId, all).flatMap(({ name, at, value }) => {
    const draft = readKeptDraft(value)
    if (draft === null || !isDirty(draft, query)) return []
    return { name, draft, kept_at: new Date(at).toISOString(), isOutdated: query !== null && draft.version !== query.version }
  })
}
