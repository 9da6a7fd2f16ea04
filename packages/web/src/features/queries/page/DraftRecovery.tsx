import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPencilExclamation } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useSession } from '../../../app/session.ts'
import { readUnsaved, removeUnsaved, storeUnsaved } from '../../../app/unsaved-storage.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { whenIdle } from '../../../ui/loading-tracker.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { onPageHide } from '../../../ui/page-hide.ts'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import styles from './DraftRecovery.module.css'
import { type Draft, isDirty } from './draft.ts'
import type { QueryModel } from './use-query-model.ts'

/** Milliseconds without a key before the draft is stored. */
const STORE_DELAY_MS = 400
/** Milliseconds after that until it is stored even if the browser is busy: storing a long text takes long. */
const STORE_LATEST_MS = 1000

/** A draft that an earlier page or another tab has stored. */
interface OfferedDraft {
  /** Its name in storage. */
  name: string
  draft: StoredDraft
  /** ISO 8601, when it was stored last. */
  stored_at: string
  /** Whether anyone has saved the query since. */
  isOutdated: boolean
}

export interface DraftRecovery {
  /** The newest unsaved draft of another page; null if there is none, or once the user has decided or typed. */
  offered: OfferedDraft | null
  /** Puts the offered draft into the editor. */
  restore(): void
  /** Deletes the offered draft. */
  discard(): void
  /** Deletes the draft of this page: the user leaves it without saving. */
  abandon(): void
}

interface DraftNoticeProps {
  recovery: DraftRecovery
  /** Otherwise the draft can only be copied. */
  mayEdit: boolean
}

/** Offers an unsaved draft of an earlier page. */
export function DraftNotice({ recovery: { offered, restore, discard }, mayEdit }: DraftNoticeProps) {
  if (offered === null) return null
  return (
    <div className={styles.root}>
      <Notice icon={<IconPencilExclamation size={16} stroke={1.75} />}>
        <div className={styles.line}>
          <span className={styles.text}>
            <Trans>
              You have changes from <TimeAgo date={offered.stored_at} /> that were not saved.
            </Trans>
            {mayEdit && offered.isOutdated && t` The query was saved after that.`}
            {!mayEdit && t` You can no longer edit this query. Copy your changes to continue elsewhere.`}
          </span>
          <span className={styles.actions}>
            {mayEdit ? (
              <Button size="xs" variant="default" onClick={restore}>
                <Trans>Restore</Trans>
              </Button>
            ) : (
              <CopyButton text={offered.draft.text} />
            )}
            <Button size="xs" variant="subtle" onClick={discard}>
              <Trans>Discard</Trans>
            </Button>
          </span>
        </div>
      </Notice>
    </div>
  )
}

/**
 * Stores the draft in this browser while it is unsaved, and offers drafts stored before. Every opened page stores its own, so that
 * neither another tab nor typing overwrites a draft that is still offered.
 */
export function useDraftRecovery(model: QueryModel): DraftRecovery {
  const userId = useSession().user.id
  const { query, draft, text } = model
  const [opening] = useState(() => `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`)
  const prefix = `query-${query?.id ?? 'new'}~`
  const name = prefix + opening
  const [offers, setOffers] = useState(() => storedDrafts(userId, prefix, model))
  // Once the user writes something else, the offer waits until the page is opened again: restoring would replace the new text.
  const [hasTyped, setHasTyped] = useState(false)
  useEffect(() => text.subscribe(() => setHasTyped(true)), [text])
  const offered = hasTyped ? null : (offers[0] ?? null)

  const isAbandoned = useRef(false)
  const store = useEffectEvent(() => {
    const current = { ...draft, text: text.get() }
    if (!isDirty(current, query) || isAbandoned.current) return
    storeUnsaved(userId, name, storableDraft(current, query?.version ?? null), Date.now())
  })
  const { name: title, description, tags, parameters } = draft
  const wasDirty = useRef(false)
  const update = useEffectEvent((storeLater: () => void) => {
    const isDirtyNow = model.isDirty(text.get())
    if (isDirtyNow) storeLater()
    // The changes were saved or undone.
    else if (wasDirty.current) removeUnsaved(userId, name)
    wasDirty.current = isDirtyNow
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these has to be stored, or changes whether the draft is dirty.
  useEffect(() => {
    let cancelStoring = () => {}
    const storeLater = () => {
      cancelStoring()
      const timer = setTimeout(() => {
        cancelStoring = whenIdle(store, STORE_LATEST_MS)
      }, STORE_DELAY_MS)
      cancelStoring = () => clearTimeout(timer)
    }
    const onChange = () => update(storeLater)
    onChange()
    const unsubscribe = text.subscribe(onChange)
    return () => {
      unsubscribe()
      cancelStoring()
    }
  }, [query, text, title, description, tags, parameters])

  // After its first save, a query is stored under its own id.
  const storedAs = useRef(name)
  useEffect(() => {
    if (storedAs.current === name) return
    removeUnsaved(userId, storedAs.current)
    storedAs.current = name
    setOffers([])
  }, [userId, name])

  // A tab may be closed before the delay has passed, or before the editor has reported the last key.
  useEffect(() => {
    const unregister = onPageHide.save(() => store())
    return () => {
      unregister()
      store()
    }
  }, [])

  return {
    offered,
    restore() {
      if (offered === null) return
      model.restore(offered.draft)
      storeUnsaved(userId, name, offered.draft, Date.now())
      removeUnsaved(userId, offered.name)
      // Older drafts are offered when the page is opened again.
      setOffers([])
    },
    discard() {
      if (offered !== null) removeUnsaved(userId, offered.name)
      setOffers(offers.slice(1))
    },
    abandon() {
      isAbandoned.current = true
      removeUnsaved(userId, name)
    },
  }
}

/** Newest first. */
function storedDrafts(userId: number, prefix: string, { query }: QueryModel): OfferedDraft[] {
  return readUnsaved(userId, prefix).flatMap(({ name, at, value }) => {
    const draft = parseStoredDraft(value)
    if (draft === null || !isDirty(draft, query)) return []
    return { name, draft, stored_at: new Date(at).toISOString(), isOutdated: query !== null && draft.version !== query.version }
  })
}

const StoredDraft = z.object({
  text: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  dataSourceId: z.nullable(z.int()),
  dialect: z._default(z.nullable(z.string()), null),
  autoLimit: z._default(z.boolean(), false),
  parameters: z.array(z.looseObject({ name: z.string() })),
  /** The version on which the changes are based; null for a query that was never saved. */
  version: z.nullable(z.int()),
})

interface StoredDraft extends Draft {
  version: number | null
}

/** @returns null for anything but a stored draft */
export function parseStoredDraft(value: unknown): StoredDraft | null {
  const parsed = StoredDraft.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** The draft without parameter values that were typed and not applied. */
export const storableDraft = (draft: Draft, version: number | null): StoredDraft => ({
  ...draft,
  parameters: draft.parameters.map(({ pendingValue: _, ...definition }) => definition),
  version,
})
