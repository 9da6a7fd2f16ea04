import type { EditorState, Transaction } from '@codemirror/state'
import { EditorView, ViewPlugin } from '@codemirror/view'

export type TypedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'isComposing'>

/** Free columns after the cursor that a typed character needs without scrolling: it may be wide. */
const FREE_COLUMNS = 3
/** Pixels between cursor and edge after scrolling, so that the next characters do not scroll again. */
const AWAY_FROM_EDGE = 120

/**
 * Inserts characters of a physical keyboard before the browser does. Otherwise the browser changes the DOM and dispatches input
 * events, and CodeMirror reads the lines back from the DOM: half the work of a key. Everything but a single character at a single
 * cursor is left to the browser: input methods, corrections, on-screen keyboards.
 *
 * The key events do not propagate: a typed character is no shortcut, and calling all key listeners of the page takes time.
 */
export const typedKeys = [
  ViewPlugin.fromClass(
    class {
      private readonly view: EditorView
      /** On-screen keyboards change more text than their key events describe. */
      private readonly finePointer = window.matchMedia('(pointer: fine)')
      constructor(view: EditorView) {
        this.view = view
        // In the capture phase, before listeners on the document.
        view.dom.ownerDocument.addEventListener('keypress', this.onKeyPress, { capture: true })
      }
      destroy() {
        this.view.dom.ownerDocument.removeEventListener('keypress', this.onKeyPress, { capture: true })
      }
      private readonly onKeyPress = (event: KeyboardEvent) => {
        if (event.target !== this.view.contentDOM || event.defaultPrevented) return
        if (!this.finePointer.matches || !typeKey(this.view, event)) return
        event.preventDefault()
        event.stopPropagation()
      }
    },
  ),
  EditorView.domEventHandlers({
    keydown(event) {
      if (isPlainCharacter(event) && !event.altKey) event.stopPropagation()
      return false
    },
  }),
]

/** @returns whether the character was inserted */
function typeKey(view: EditorView, event: KeyboardEvent): boolean {
  const { state } = view
  if (!isPlainCharacter(event) || state.readOnly || state.selection.ranges.length > 1) return false
  if (view.composing || view.compositionStarted) return false
  const cursor = cursorOnPage(view)
  if (cursor === null) return false
  const { from, to } = state.selection.main
  const insert = () => typeCharacter(state, event.key, isInSight(view, cursor))
  const isTaken = state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, event.key, insert))
  if (!isTaken) view.dispatch(insert())
  return true
}

/** Whether a key types a single character. AltGr, which some browsers report as Ctrl, is left to them. */
export const isPlainCharacter = ({ key, ctrlKey, metaKey, isComposing }: TypedKey) =>
  key.length === 1 && !ctrlKey && !metaKey && !isComposing

/**
 * The transaction of a typed character. It counts as typing, so that undo, completion and indentation work as usual.
 * @param isInSight whether the character will be visible; otherwise the text is scrolled, which measures all of it twice
 */
export const typeCharacter = (state: EditorState, character: string, isInSight: boolean): Transaction => {
  const behind = state.selection.main.from + character.length
  const effects = isInSight ? [] : [EditorView.scrollIntoView(behind, { xMargin: AWAY_FROM_EDGE })]
  return state.update({ ...state.replaceSelection(character), userEvent: 'input.type', effects })
}

/** The DOM selection if it matches that of the editor; null otherwise, because the selectionchange event comes late. */
function cursorOnPage(view: EditorView): Selection | null {
  const selection = view.dom.ownerDocument.getSelection()
  const { anchorNode, focusNode, anchorOffset, focusOffset } = selection ?? {}
  if (!anchorNode || !focusNode || !view.contentDOM.contains(anchorNode) || !view.contentDOM.contains(focusNode)) return null
  const { anchor, head } = view.state.selection.main
  const isSame =
    view.posAtDOM(focusNode, focusOffset) === head && (anchor === head || view.posAtDOM(anchorNode, anchorOffset) === anchor)
  return isSame ? selection : null
}

/** Whether the cursor, and a character after it, are visible. Nothing has changed yet, so reading the layout is fast. */
function isInSight({ scrollDOM, contentDOM, defaultCharacterWidth }: EditorView, selection: Selection): boolean {
  if (!selection.isCollapsed) return false
  const { left, right, top, bottom } = selection.getRangeAt(0).getBoundingClientRect()
  // Between elements, such as in an empty line, a cursor has no rectangle.
  if (bottom <= top) return false
  const seen = scrollDOM.getBoundingClientRect()
  return (
    // Line numbers cover text that is scrolled to the left.
    left >= seen.left + contentDOM.offsetLeft &&
    right + FREE_COLUMNS * defaultCharacterWidth <= Math.min(seen.left + scrollDOM.clientWidth, window.innerWidth) &&
    top >= Math.max(seen.top, 0) &&
    bottom <= Math.min(seen.top + scrollDOM.clientHeight, window.innerHeight)
  )
}
