import { closeCompletion } from '@codemirror/autocomplete'
import { Annotation, Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import type { SchemaTable, Syntax } from '@sightline/contract/data-sources.ts'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { LiveValue } from '../ui/live-value.ts'
import { onPageHide } from '../ui/page-hide.ts'
import { completionOf } from './completion.ts'
import { dialectOf } from './dialects.ts'
import { markError } from './error-mark.ts'
import type { TextRange } from './error-place.ts'
import { functionMarks } from './functions.ts'
import type { EditorSnippet } from './snippets.ts'
import { prepareSuggestions } from './suggestions.ts'
import { telling } from './telling.ts'
import { usualKeys, writing } from './writing.ts'

/** What can be done to an editor from outside. */
export interface EditorHandle {
  /** Puts a text at the cursor, in place of what is selected. */
  insert(text: string): void
  /** The selected text and where it begins; null when nothing is selected. */
  selection(): { text: string; from: number } | null
  focus(): void
}

/** Where the cursor is, counted from 1. */
export interface CursorPlace {
  line: number
  column: number
  /** Whether some of the text is selected that is more than blanks. */
  hasSelection: boolean
}

interface SqlEditorProps {
  ref?: Ref<EditorHandle>
  text: LiveValue<string>
  label: string
  syntax: Syntax
  /** The data source's dialect. */
  dialect: string
  /** Tables to suggest from; keep the same array as long as the schema is the same. */
  tables: readonly SchemaTable[]
  /** Snippets to suggest; keep the same array as long as they are the same. */
  snippets: readonly EditorSnippet[]
  isLiveAutocomplete: boolean
  isReadOnly: boolean
  /** What the database complained about; null for nothing. */
  error: TextRange | null
  /** Told the text that was made in the editor, soon after the key, and before anything else is done with it. */
  onChange(text: string): void
  /** Told soon after the cursor has moved. */
  onCursor(place: CursorPlace): void
  onSave(): void
  onExecute(): void
  onFormat(): void
  onAddParameter(): void
}

/** Marks a change that was not made in the editor. */
const fromOutside = Annotation.define<true>()

/** The query editor. It follows what others make of `text`, and undoing goes back over that, such as formatting, too. */
export default function SqlEditor(props: SqlEditorProps) {
  const { ref, text, label, syntax, dialect, tables, snippets, isLiveAutocomplete, isReadOnly, error } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  // The editor lives longer than one rendering: its keys and listeners call what is current.
  const current = useRef(props)
  useEffect(() => {
    current.current = props
  })
  // What was last told or taken over: the editor need not compare its whole text at every key.
  const written = useRef<string | null>(null)
  const parts = useRef({ language: new Compartment(), reading: new Compartment() })

  const page = useRef(
    telling((isTyped) => {
      const state = view.current?.state
      if (state === undefined) return
      if (isTyped) {
        written.current = state.doc.toString()
        current.current.onChange(written.current)
      }
      current.current.onCursor(cursorOf(state))
    }),
  )

  const language = useRef<Extension>([])
  const isSql = syntax === 'sql'
  language.current = [
    ...(isSql ? [dialectOf(dialect).extension, functionMarks] : []),
    completionOf({ dialect: isSql ? dialect : null, tables, snippets, isLive: isLiveAutocomplete }),
  ]
  const reading = useRef<Extension>([])
  reading.current = [EditorState.readOnly.of(isReadOnly), EditorView.contentAttributes.of({ 'aria-label': label })]

  // With the layout, which is before those who keep the text of a page that is left.
  useLayoutEffect(() => () => page.current.now(), [])

  useEffect(() => {
    if (host.current === null) return
    const { now: tellNow, later: tellLater } = page.current
    // A key that does something outside of the editor: what it calls knows the text, and open suggestions have served their time.
    const called = (action: (props: SqlEditorProps) => void) => (view: EditorView) => {
      closeCompletion(view)
      flushSync(tellNow)
      action(current.current)
      return true
    }
    const created = new EditorView({
      parent: host.current,
      doc: current.current.text.get(),
      extensions: [
        // Before the usual keys: Ctrl Enter would insert a line, Ctrl S would save the page.
        Prec.highest(
          keymap.of([
            { key: 'Mod-s', preventDefault: true, run: called(({ onSave }) => onSave()) },
            { key: 'Mod-Enter', run: called(({ onExecute }) => onExecute()) },
            { key: 'Alt-Enter', run: called(({ onExecute }) => onExecute()) },
            // Only in the text: everywhere else it prints the page.
            { key: 'Mod-p', preventDefault: true, run: called(({ onAddParameter }) => onAddParameter()) },
            { key: 'Mod-Shift-f', preventDefault: true, run: called(({ onFormat }) => onFormat()) },
          ]),
        ),
        writing,
        parts.current.language.of(language.current),
        parts.current.reading.of(reading.current),
        usualKeys,
        EditorView.updateListener.of((update) => {
          const isTyped = update.docChanged && !update.transactions.some((each) => each.annotation(fromOutside))
          if (update.docChanged || update.selectionSet) tellLater(isTyped)
        }),
        // Whoever reaches for a button wants it to know the text.
        EditorView.domEventHandlers({ blur: tellNow }),
      ],
    })
    view.current = created
    written.current = current.current.text.get()
    current.current.onCursor(cursorOf(created.state))
    const leave = onPageHide.flush(tellNow)
    return () => {
      leave()
      view.current = null
      created.destroy()
    }
  }, [])

  useEffect(() => {
    const follow = () => {
      const now = view.current
      // What is just being typed stays.
      if (page.current.owesText()) return page.current.now()
      const next = text.get()
      if (now === null || next === written.current) return
      written.current = next
      if (now.state.doc.toString() === next) return
      const cursor = Math.min(now.state.selection.main.head, next.length)
      now.dispatch({
        changes: { from: 0, to: now.state.doc.length, insert: next },
        selection: { anchor: cursor },
        annotations: fromOutside.of(true),
      })
    }
    follow()
    return text.subscribe(follow)
  }, [text])

  // biome-ignore lint/correctness/useExhaustiveDependencies: these five make the language.
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.language.reconfigure(language.current) })
  }, [syntax, dialect, tables, snippets, isLiveAutocomplete])

  useEffect(() => prepareSuggestions(tables), [tables])

  // biome-ignore lint/correctness/useExhaustiveDependencies: these two make the reading.
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.reading.reconfigure(reading.current) })
  }, [isReadOnly, label])

  useEffect(() => {
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
    focus: () => view.current?.focus(),
  }))

  return <div ref={host} style={{ height: '100%', minHeight: 0, overflow: 'hidden' }} />
}

function cursorOf(state: EditorState): CursorPlace {
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  return { line: line.number, column: head - line.from + 1, hasSelection: hasSelection(state) }
}

function hasSelection({ doc, selection }: EditorState): boolean {
  const { from, to } = selection.main
  // Part by part: all of a long text may be selected, and its first words are enough.
  for (const part of doc.iterRange(from, to)) if (part.trim() !== '') return true
  return false
}
