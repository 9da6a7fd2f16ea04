import { useMediaQuery } from '@mantine/hooks'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { useEffect, useRef, useState } from 'react'
import { useLeaveGuard } from '../../../app/confirm.tsx'
import { editHash } from '../../../app/query-link.ts'
import { ON_PHONES } from '../../../ui/phone.ts'
import { type DraftEditor, type EditedFields, useDraftEditor } from '../../../visualizations/use-draft-editor.ts'
import { ADD_HASH, type VisualizationTab } from './visualization-tabs.ts'

interface VisualizationEditingInput {
  /** The tab that the URL selects. */
  tab: VisualizationTab
  /** The hash of the URL. */
  hash: string
  mayEdit: boolean
  result: ResultWindow | null
  /** Stores a visualization; null as the id of a new one. @returns its id */
  save(id: number | null, fields: EditedFields): Promise<number>
  /** Shows another hash of the page. */
  goTo(hash: string): void
}

/** The visualization that the page edits, and the ways to end that. */
export interface VisualizationEditing {
  /** null while nothing is edited. */
  editor: DraftEditor | null
  /** Whether the full-screen editor is open, as it always is on a phone. */
  isFullScreen: boolean
  /** null on a phone. */
  setIsFullScreen: ((isFullScreen: boolean) => void) | null
  /** Whether a visualization has unsaved changes. */
  hasChanges(tab: VisualizationTab): boolean
  /** Ends the editing. */
  cancel(): void
  /** Shows another hash of the page; asks first if that would lose changes. */
  leaveTo(hash: string): void
  /** Whether the question about unsaved changes is open, with its answers. */
  question: { keep(): void; discard(): void } | null
}

/** The visualization whose editing the URL asks for: its draft goes on while the query runs, and is lost only after a question. */
export function useVisualizationEditing(input: VisualizationEditingInput): VisualizationEditing {
  const { tab, hash, mayEdit, result, save, goTo } = input
  const of = editedOf(tab, hash, mayEdit)
  const isNew = of === ADD_HASH
  const isPhone = useMediaQuery(ON_PHONES, false, { getInitialValueInEffect: false })
  const [isEnlarged, setIsEnlarged] = useState(false)
  const [destination, setDestination] = useState<string | null>(null)
  // A new result may be on its way: until then, the columns of the last one count.
  const [sample, setSample] = useState<{ result: ResultWindow; columns: ResultWindow['result']['columns'] } | null>(null)
  if (result !== null && result !== sample?.result) setSample({ result, columns: result.result.columns })

  const { editor, opener, hasChanges, revert } = useDraftEditor({
    of,
    stored: isNew ? null : tab.visualization,
    sample: sample && { columns: sample.columns, rows: sample.result.rows },
    async onSave(fields) {
      goTo(String(await save(isNew ? null : tab.id, fields)))
    },
  })
  useReturnedFocus(of, opener)
  useEffect(() => {
    if (of === null) setIsEnlarged(false)
  }, [of])
  const isDirty = mayEdit && (hasChanges(ADD_HASH) || hasChanges(tab.hash))
  const saved = useRef(isDirty)
  saved.current = !isDirty
  useLeaveGuard(
    isDirty,
    () => saved.current,
    () => {},
  )

  const leaveTo = (next: string) => {
    if (next === hash) return
    if (editor?.isChanged) setDestination(next)
    else goTo(next)
  }
  return {
    editor,
    isFullScreen: editor !== null && (isPhone || isEnlarged),
    setIsFullScreen: isPhone ? null : setIsEnlarged,
    hasChanges: ({ hash: other }) => hasChanges(other),
    cancel: () => leaveTo(isNew ? '' : tab.hash),
    leaveTo,
    question:
      destination === null
        ? null
        : {
            keep: () => setDestination(null),
            discard() {
              setDestination(null)
              revert()
              goTo(destination)
            },
          },
  }
}

/** The hash of the tab that is edited; `ADD_HASH` for a new visualization, null for none. */
export function editedOf(tab: VisualizationTab, hash: string, mayEdit: boolean): string | null {
  if (!mayEdit) return null
  if (hash === ADD_HASH) return ADD_HASH
  return tab.id !== null && hash === editHash(tab.hash) ? tab.hash : null
}

/** Returns the focus to where it was before the editing, if nothing else has taken it. */
function useReturnedFocus(of: string | null, opener: Element | null) {
  const before = useRef(opener)
  if (opener !== null) before.current = opener
  useEffect(() => {
    if (of === null) return
    return () => {
      const { current } = before
      if (document.activeElement === document.body && current instanceof HTMLElement && current.isConnected) current.focus()
    }
  }, [of])
}
