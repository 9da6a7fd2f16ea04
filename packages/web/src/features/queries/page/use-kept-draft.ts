import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSession } from '../../../app/session.tsx'
import { forgetUnsaved, keepUnsaved, unsavedOf } from '../../../app/unsaved.ts'
import { whenIdle } from '../../../ui/when-idle.ts'
import { isDirty } from './draft.ts'
import { type KeptDraft, keptDraft, readKeptDraft } from './kept-draft.ts'
import type { QueryModel } from './model.ts'

/** Milliseconds of rest after the last key before the draft is kept. */
const KEEP_DELAY_MS = 400
/** Milliseconds after that rest until it is kept at the latest: a browser takes long to write a long text. */
const KEEP_LATEST_MS = 1000

/** A draft that is there from before. */
interface OfferedDraft {
  draft: KeptDraft
  /** ISO 8601, when it was kept last. */
  kept_at: string
  /** Whether the query has been saved by somebody since. */
  isOutdated: boolean
}

export interface KeptDrafts {
  /** What was left unsaved when the page was open the last time; null for nothing, and once that is decided on. */
  offered: OfferedDraft | null
  /** Goes on with the offered draft. */
  restore(): void
  /** Gives the offered draft up. */
  discard(): void
  /** Gives up what is being written, for good: the page is left. */
  giveUp(): void
}

/** Keeps the draft of the page in this browser while it is not saved, and offers what was kept before. */
export function useKeptDraft(model: QueryModel): KeptDrafts {
  const userId = useSession().user.id
  const { query, draft, text } = model
  const name = `query-${query?.id ?? 'new'}`
  const [offered, setOffered] = useState(() => offerOf(userId, name, model))

  const isGivenUp = useRef(false)
  const keep = useEffectEvent(() => {
    const whole = { ...draft, text: text.get() }
    if (!isDirty(whole, query) || isGivenUp.current) return
    keepUnsaved(userId, name, keptDraft(whole, query?.version ?? null), Date.now())
  })
  const { name: title, description, tags, parameters } = draft
  const wasDirty = useRef(false)
  const settle = useEffectEvent((keepLater: () => void) => {
    const isDirtyNow = model.isDirty(text.get())
    if (isDirtyNow) keepLater()
    // What was written is in the saved query now, or was taken back.
    else if (wasDirty.current) forgetUnsaved(userId, name)
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
    forgetUnsaved(userId, keptAs.current)
    keptAs.current = name
    setOffered(null)
  }, [userId, name])

  // A tab that is closed may not come to the end of the delay, nor the page to know that something was typed.
  useEffect(() => {
    const onHide = () => keep()
    window.addEventListener('pagehide', onHide)
    return () => window.removeEventListener('pagehide', onHide)
  }, [])

  return {
    offered,
    restore() {
      if (offered !== null) model.restore(offered.draft)
      setOffered(null)
    },
    discard() {
      setOffered(null)
      if (!model.isDirty(text.get())) forgetUnsaved(userId, name)
    },
    giveUp() {
      isGivenUp.current = true
      forgetUnsaved(userId, name)
    },
  }
}

function offerOf(userId: number, name: string, { query }: QueryModel): OfferedDraft | null {
  const entry = unsavedOf(userId, name)
  const draft = readKeptDraft(entry?.value)
  if (entry === null || draft === null || !isDirty(draft, query)) return null
  return { draft, kept_at: new Date(entry.at).toISOString(), isOutdated: query !== null && draft.version !== query.version }
}
