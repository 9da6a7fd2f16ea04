import type { Cell } from '@sightline/contract/results.ts'
import { useCallback, useMemo, useState } from 'react'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { type Draft, isDirty, savedDraft, startDraft, withChoice, withName, withOptions } from './draft.ts'
import { visualizationOf } from './registry.ts'
import type { TypeChoice } from './type-choices.ts'
import type { ResultData } from './visualization.ts'

/** The fields of a visualization that are edited and stored. */
export interface EditedFields {
  type: string
  name: string
  options: Record<string, unknown>
}

/** The columns and the first rows of a result, from which options are suggested. */
export interface ResultSample {
  columns: SourceColumn[]
  rows: readonly Cell[][]
}

/** A visualization that is being edited, for the panel and the full-screen editor alike. */
export interface DraftEditor {
  /** Identifies the visualization on its page. */
  of: string
  draft: Draft
  /** Whether it was never stored. */
  isNew: boolean
  isChanged: boolean
  /** A sentence about the choice that is missing before it can be saved; null if none is. */
  problem: string | null
  canSave: boolean
  state: 'editing' | 'saving' | 'failed'
  /** Why saving failed, as a sentence; null if it did not, or if that is not known. */
  reason: string | null
  /** The columns and first rows of the newest result. */
  sample: ResultSample
  /** The data that the preview shows; null while it loads. */
  data: ResultData | null
  setData(data: ResultData): void
  change(patch: Record<string, unknown>): void
  choose(choice: TypeChoice): void
  rename(name: string): void
  save(): Promise<void>
}

/** The state of one visualization while it is edited. */
interface Edited {
  start: Draft
  draft: Draft
  isNew: boolean
  state: DraftEditor['state']
  reason: string | null
  data: ResultData | null
  /** The element that had the focus before. */
  opener: Element | null
}

interface DraftEditorInput {
  /** Identifies the visualization; null while none is edited. */
  of: string | null
  /** The stored fields; null for a new one. */
  stored: EditedFields | null
  /** null while there is no result: editing starts with the first one. */
  sample: ResultSample | null
  /** Stores it. On rejection the draft stays, with the error message. */
  onSave(fields: EditedFields): Promise<void>
}

interface DraftEditors {
  /** null while nothing is edited. */
  editor: DraftEditor | null
  /** The element that had the focus before the editing began. */
  opener: Element | null
  /** Whether this visualization has unsaved changes. They are kept while another one is shown. */
  hasChanges(of: string): boolean
  /** Takes back the changes of what is edited. */
  revert(): void
}

const noSample: ResultSample = { columns: [], rows: [] }

/**
 * The drafts of the visualizations of one result. A new result changes what is suggested, and no draft. A draft without changes ends
 * with its editing, so that the next one starts from what is stored then.
 */
export function useDraftEditor({ of, stored, sample, onSave }: DraftEditorInput): DraftEditors {
  const [all, setAll] = useState<ReadonlyMap<string, Edited>>(new Map())
  const [last, setLast] = useState(of)
  if (last !== of) {
    setLast(of)
    setAll(new Map([...all].filter(([key, { draft, start }]) => key !== last || isDirty(draft, start))))
  }
  const edited = of === null ? null : (all.get(of) ?? null)
  if (last === of && of !== null && edited === null && sample !== null) {
    const start = startDraft(stored, sample.columns, sample.rows)
    const opener = document.activeElement
    setAll(new Map(all).set(of, { start, draft: start, isNew: stored === null, ...unsaved, data: null, opener }))
  }
  const update = useCallback(
    (patch: (now: Edited) => Partial<Edited>) =>
      setAll((now) => {
        const before = of === null ? undefined : now.get(of)
        return of === null || before === undefined ? now : new Map(now).set(of, { ...before, ...patch(before) })
      }),
    [of],
  )
  const setData = useCallback((data: ResultData) => update(() => ({ data })), [update])
  const change = useCallback(
    (patch: Record<string, unknown>) => update(({ draft }) => ({ draft: withOptions(draft, patch) })),
    [update],
  )
  const revert = () => update(({ start }) => ({ draft: start, ...unsaved }))

  const { columns, rows } = sample ?? noSample
  const draft = edited?.draft ?? null
  const problem = useMemo(() => (draft === null ? null : problemOf(draft, columns)), [draft, columns])
  const hasChanges = (other: string) => {
    const found = all.get(other)
    return found !== undefined && isDirty(found.draft, found.start)
  }
  if (of === null || edited === null) return { editor: null, opener: null, hasChanges, revert }

  const isChanged = isDirty(edited.draft, edited.start)
  const isKnown = visualizationOf(edited.draft.type) !== null
  const canSave = isKnown && problem === null && edited.state !== 'saving' && (isChanged || edited.isNew)
  const save = async () => {
    if (!canSave) return
    update(() => ({ state: 'saving', reason: null }))
    try {
      await onSave(savedDraft(edited.draft))
      // Still in the state of saving until the editing ends, so that a second click does not store it again.
      update(({ draft }) => ({ start: draft }))
    } catch (error) {
      update(() => ({ state: 'failed', reason: error instanceof Error ? error.message : null }))
    }
  }
  const editor: DraftEditor = {
    of,
    draft: edited.draft,
    isNew: edited.isNew,
    isChanged,
    problem,
    canSave,
    state: edited.state,
    reason: edited.reason,
    sample: sample ?? noSample,
    data: edited.data,
    setData,
    change,
    choose: (choice) => update((now) => ({ draft: withChoice(now.draft, choice, columns, rows) })),
    rename: (name) => update((now) => ({ draft: withName(now.draft, name) })),
    save,
  }
  return { editor, opener: edited.opener, hasChanges, revert }
}

const unsaved = { state: 'editing', reason: null } as const

function problemOf({ type, options }: Draft, columns: SourceColumn[]): string | null {
  const definition = visualizationOf(type)
  return definition?.problem(definition.options.parse(options), columns) ?? null
}
