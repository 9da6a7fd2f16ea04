import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import {
  bidiIsolates,
  bracketMatching,
  ensureSyntaxTree,
  indentOnInput,
  indentUnit,
  language,
  syntaxTreeAvailable,
} from '@codemirror/language'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, type EditorSelection, EditorState, type Extension } from '@codemirror/state'
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { whenIdle } from '../ui/loading-tracker.ts'
import { findPanel } from './find-panel.ts'
import { errorMark, parameterMarks } from './marks.ts'
import { editorTheme, lineWidth } from './theme.ts'
import { typedKeys } from './typed-keys.ts'

/** Milliseconds of parsing at a time: a key pressed meanwhile hardly waits. */
const PARSE_SLICE_MS = 16
/** Milliseconds of parsing at a time before the first key: the more is parsed by then, the less that key waits. */
const FIRST_PARSE_SLICE_MS = 40
/** Milliseconds until parsing goes on even if the browser is busy. */
const PARSE_LATEST_MS = 100

/**
 * Parses the whole text in idle time as soon as it is there. By default the editor waits half a second, and until the text is
 * parsed every key has to wait for a part of it.
 */
const idleParsing = ViewPlugin.fromClass(
  class {
    private readonly view: EditorView
    private cancel = () => {}
    private slice = FIRST_PARSE_SLICE_MS
    constructor(view: EditorView) {
      this.view = view
      this.parseLater()
    }
    update({ docChanged, startState, state }: ViewUpdate) {
      if (docChanged) this.slice = PARSE_SLICE_MS
      if (!docChanged && startState.facet(language) === state.facet(language)) return
      // A text that is completely parsed is parsed incrementally with each key.
      if (syntaxTreeAvailable(state)) this.cancel()
      else this.parseLater()
    }
    destroy() {
      this.cancel()
    }
    private parseLater() {
      this.cancel()
      this.cancel = whenIdle(() => {
        const { state } = this.view
        const isParsed = state.facet(language) === null || ensureSyntaxTree(state, state.doc.length, this.slice) !== null
        if (!isParsed) this.parseLater()
      }, PARSE_LATEST_MS)
    }
  },
)

/** For a single cursor, which the browser draws: the line with the cursor is highlighted. */
const singleCursor = highlightActiveLine()
/** For what a browser cannot draw: several cursors, and a selection that stays visible without focus. */
const drawnSelection = [drawSelection(), EditorView.editorAttributes.of({ class: 'cm-drawn' })]

const isSingleCursor = ({ ranges, main }: EditorSelection) => ranges.length === 1 && main.empty

/**
 * How cursors and selections are drawn. CodeMirror positions its own cursor at every key, which forces the browser to compute styles and
 * layout a second time; so a single cursor is left to the browser. No line is highlighted beside a selection, because its background
 * would cover the selection.
 */
export function cursor(): Extension {
  const drawing = new Compartment()
  return [
    drawing.of(singleCursor),
    EditorState.transactionExtender.of(({ startState, newSelection }) => {
      const isSingle = isSingleCursor(newSelection)
      if (isSingle === isSingleCursor(startState.selection)) return null
      return { effects: drawing.reconfigure(isSingle ? singleCursor : drawnSelection) }
    }),
  ]
}

/** The extensions of every editor, whatever the language. */
export const baseExtensions: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  // A text in another direction changes the order of nothing around it. Characters that would are shown as a mark.
  bidiIsolates(),
  highlightSpecialChars({ addSpecialChars: /[\u202a-\u202c\u2068]/g }),
  history(),
  cursor(),
  dropCursor(),
  rectangularSelection(),
  crosshairCursor(),
  EditorState.allowMultipleSelections.of(true),
  indentOnInput(),
  indentUnit.of('  '),
  bracketMatching(),
  closeBrackets(),
  highlightSelectionMatches(),
  findPanel,
  parameterMarks,
  idleParsing,
  typedKeys,
  lineWidth,
  errorMark,
  editorTheme,
]

/** The keys of every editor. Keys of the language and of the page take precedence. */
export const standardKeymap: Extension = keymap.of([
  ...closeBracketsKeymap,
  ...completionKeymap,
  ...searchKeymap,
  ...historyKeymap,
  ...defaultKeymap,
  indentWithTab,
])
