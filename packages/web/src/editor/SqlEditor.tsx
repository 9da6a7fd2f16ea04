import { closeCompletion } from '@codemirror/autocomplete'
import { isolateHistory } from '@codemirror/commands'
import { Annotation, Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import type { SchemaTable, Syntax, TextPassing } from '@sightline/contract/data-sources.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { LiveValue } from '../ui/live-value.ts'
import { onPageHide } from '../ui/page-hide.ts'
import { baseExtensions, standardKeymap } from './base-extensions.ts'
import { completionOf } from './completion.ts'
import { debouncedChange } from './debounced-change.ts'
import { dialectOf } from './dialects.ts'
import type { TextRange } from './error-range.ts'
import { functionMarks, markError } from './marks.ts'
import { parameterNotes } from './parameter-notes.ts'
import type { EditorSnippet } from './snippets.ts'
import { prepareSuggestions } from './suggestions.ts'

/** Operations on an editor from outside. */
export interface EditorHandle {
  /** Inserts a text at the cursor, replacing the selection. */
  insert(text: string): void
  /** The selected text and its start; null if nothing is selected. */
  selection(): { text: string; from: number } | null
  /** Position of the cursor; 0 while the editor loads. */
  cursor(): number
  focus(): void
}

/** The position of the cursor, counted from 1. */
export interface CursorPosition {
  line: number
  column: number
  /** Whether more than whitespace is selected. */
  hasSelection: boolean
}

interface SqlEditorProps {
  ref?: Ref<EditorHandle>
  text: LiveValue<string>
  label: string
  syntax: Syntax
  /** The data source's dialect. */
  dialect: string
  /** The language of the text (`textLanguage`); null without a data source. */
  language: string | null
  /** How the data source gets texts that are passed as values; undefined if it escapes them. */
  textPassing: TextPassing | undefined
  /** The parameters of the text; the same array as long as they are the same. */
  parameters: readonly Definition[]
  /** Tables for suggestions; the same array as long as the schema is the same. */
  tables: readonly SchemaTable[]
  /** Snippets to suggest; the same array as long as they are the same. */
  snippets: readonly EditorSnippet[]
  isLiveAutocomplete: boolean
  isReadOnly: boolean
  /** Whether the editor takes the focus once it has loaded, unless another field has it by then. */
  takesFocus: boolean
  /** The range in which the database reported an error; null if there is none. */
  error: TextRange | null
  /** Receives the typed text soon after the key, and in any case before another callback. */
  onChange(text: string): void
  /** Receives the position soon after the cursor has moved. */
  onCursor(position: CursorPosition): void
  onSave(): void
  onExecute(): void
  onExecuteStatement(): void
  onFormat(): void
  onAddParameter(): void
}

/** Marks a change that was made outside of the editor. */
const fromOutside = Annotation.define<true>()

/** The query editor. Changes of `text` from outside, such as formatting, are shown and can be undone. */
export default function SqlEditor(props: SqlEditorProps) {
  const { ref, text, label, syntax, dialect, tables, isLiveAutocomplete, isReadOnly, error } = props
  const { parameters, language: textLanguage, textPassing } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  // The editor outlives a rendering: its keys and listeners use the latest props.
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  // The text that editor and page agree on, so that the whole text need not be compared at every key.
  const syncedText = useRef<string | null>(null)
  const parts = useRef({ language: new Compartment(), notes: new Compartment(), appearance: new Compartment() })

  const changes = useRef(
    debouncedChange((isTyped) => {
      const state = view.current?.state
      if (state === undefined) return
      if (isTyped) {
        syncedText.current = state.doc.toString()
        latest.current.onChange(syncedText.current)
      }
      latest.current.onCursor(cursorOf(state))
    }),
  )

  const isSql = syntax === 'sql'
  const language = useMemo(
    (): Extension => [
      ...(isSql ? [dialectOf(dialect).extension, functionMarks] : []),
      completionOf(isSql ? dialect : null, isLiveAutocomplete, () => latest.current),
    ],
    [isSql, dialect, isLiveAutocomplete],
  )
  const notes = useMemo(
    () => (isSql && textLanguage !== null ? parameterNotes(parameters, textLanguage, textPassing) : []),
    [isSql, parameters, textLanguage, textPassing],
  )
  const appearance = useMemo(
    (): Extension => [
      EditorState.readOnly.of(isReadOnly),
      // Without the tab index, accessibility checkers take the scrolled text for one that no key reaches.
      EditorView.contentAttributes.of({ 'aria-label': label, dir: 'ltr', tabindex: '0' }),
    ],
    [isReadOnly, label],
  )
  const extensions = useRef({ language, notes, appearance })
  extensions.current = { language, notes, appearance }

  // A layout effect: it runs before the effects that store the draft of a page that is left.
  useLayoutEffect(() => () => changes.current.flush(), [])

  useEffect(() => {
    if (host.current === null) return
    const { flush, schedule } = changes.current
    // Runs a callback of the page by key: the page gets the current text first, and open suggestions are closed.
    const callback = (action: (props: SqlEditorProps) => void) => (view: EditorView) => {
      closeCompletion(view)
      flushSync(flush)
      action(latest.current)
      return true
    }
    const created = new EditorView({
      parent: host.current,
      doc: latest.current.text.get(),
      extensions: [
        // Before the standard keys, where Ctrl Enter inserts a line, and before the browser, where Ctrl S saves the page.
        Prec.highest(
          keymap.of([
            { key: 'Mod-s', preventDefault: true, run: callback(({ onSave }) => onSave()) },
            { key: 'Mod-Enter', run: callback(({ onExecute }) => onExecute()) },
            { key: 'Mod-Shift-Enter', run: callback(({ onExecuteStatement }) => onExecuteStatement()) },
            { key: 'Alt-Enter', run: callback(({ onExecute }) => onExecute()) },
            // Only in the editor: everywhere else it prints the page.
            { key: 'Mod-p', preventDefault: true, run: callback(({ onAddParameter }) => onAddParameter()) },
            { key: 'Mod-Shift-f', preventDefault: true, run: callback(({ onFormat }) => onFormat()) },
          ]),
        ),
        baseExtensions,
        parts.current.language.of(extensions.current.language),
        parts.current.notes.of(extensions.current.notes),
        parts.current.appearance.of(extensions.current.appearance),
        standardKeymap,
        EditorView.updateListener.of((update) => {
          const isTyped = update.docChanged && !update.transactions.some((each) => each.annotation(fromOutside))
          if (update.docChanged || update.selectionSet) schedule(isTyped)
        }),
        // A click on a button may need the current text.
        EditorView.domEventHandlers({ blur: flush }),
      ],
    })
    view.current = created
    syncedText.current = latest.current.text.get()
    latest.current.onCursor(cursorOf(created.state))
    if (latest.current.takesFocus && !isAtWork()) created.focus()
    const unregister = onPageHide.flush(flush)
    return () => {
      unregister()
      view.current = null
      created.destroy()
    }
  }, [])

  useEffect(() => {
    const follow = () => {
      const now = view.current
      // Text that is just being typed takes precedence.
      if (changes.current.hasPendingText()) return changes.current.flush()
      const next = text.get()
      if (now === null || next === syncedText.current) return
      syncedText.current = next
      if (now.state.doc.toString() === next) return
      const cursor = Math.min(now.state.selection.main.head, next.length)
      now.dispatch({
        changes: { from: 0, to: now.state.doc.length, insert: next },
        selection: { anchor: cursor },
        // One step of undo, even right after a key.
        annotations: [fromOutside.of(true), isolateHistory.of('full')],
      })
    }
    follow()
    return text.subscribe(follow)
  }, [text])

  useEffect(() => {
    const now = view.current
    if (now === null) return
    const wanted = [
      [parts.current.language, language],
      [parts.current.notes, notes],
      [parts.current.appearance, appearance],
    ] as const
    const changed = wanted.filter(([part, extension]) => part.get(now.state) !== extension)
    // A new editor has been created with them.
    if (changed.length > 0) now.dispatch({ effects: changed.map(([part, extension]) => part.reconfigure(extension)) })
  }, [language, notes, appearance])

  useEffect(() => prepareSuggestions(tables), [tables])

  const hasError = useRef(false)
  useEffect(() => {
    if (error === null && !hasError.current) return
    hasError.current = error !== null
    view.current?.dispatch({ effects: markError.of(error) })
  }, [error])

  useImperativeHandle(ref, () => ({
    insert(text) {
      const now = view.current
      if (now === null || now.state.readOnly) return
      now.dispatch(now.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input' })
      now.focus()
    },
    selection() {
      const state = view.current?.state
      if (state === undefined || state.selection.main.empty) return null
      const { from, to } = state.selection.main
      return { text: state.sliceDoc(from, to), from }
    },
    cursor: () => view.current?.state.selection.main.head ?? 0,
    focus: () => view.current?.focus(),
  }))

  return <div ref={host} style={{ height: '100%', minHeight: 0, overflow: 'hidden' }} />
}

/** Whether the user has meanwhile gone elsewhere, as to the name of the query, the edge of a pane or a dialog. */
const isAtWork = () => document.activeElement?.matches('input, textarea, [contenteditable], main *, [role="dialog"] *') === true

function cursorOf(state: EditorState): CursorPosition {
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  return { line: line.number, column: head - line.from + 1, hasSelection: hasSelection(state) }
}

function hasSelection({ doc, selection }: EditorState): boolean {
  const { from, to } = selection.main
  // In parts: all of a long text may be selected, and the first word is enough.
  for (const part of doc.iterRange(from, to)) if (part.trim() !== '') return true
  return false
}
