import type { EditorState, Transaction } from '@codemirror/state'
import { EditorView, ViewPlugin } from '@codemirror/view'

/** What of a key that was typed decides what becomes of it. */
export type TypedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'isComposing'>

/** Columns that have to be free behind the cursor for a letter to need no scrolling: a letter may be wide. */
const FREE_COLUMNS = 3
/** Pixels between the cursor and the edge once the text was scrolled for it, so that not each of the next letters scrolls it. */
const AWAY_FROM_EDGE = 120

/**
 * Puts the letters of a real keyboard into the text before the browser does. Left to itself the browser changes the page, tells
 * everybody who listens to input, and the editor reads back what has become of its lines: that is half the work of a key. Whatever
 * is more than one letter at one cursor stays with the browser: input methods, corrections, keyboards on a screen.
 *
 * A letter of a text is no shortcut, so nobody else is told of it: asking all who listen to keys on a page takes its time at each.
 */
export const typedKeys = [
  ViewPlugin.fromClass(
    class {
      private readonly view: EditorView
      /** Keyboards on a screen change more than they tell of. */
      private readonly finePointer = window.matchMedia('(pointer: fine)')
      constructor(view: EditorView) {
        this.view = view
        // On its way down, before it comes to those who listen to the whole page.
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
      if (isPlainLetter(event) && !event.altKey) event.stopPropagation()
      return false
    },
  }),
]

/** @returns whether the letter is in the text */
function typeKey(view: EditorView, event: KeyboardEvent): boolean {
  const { state } = view
  if (!isPlainLetter(event) || state.readOnly || state.selection.ranges.length > 1) return false
  if (view.composing || view.compositionStarted) return false
  const cursor = cursorOnPage(view)
  if (cursor === null) return false
  const { from, to } = state.selection.main
  const insert = () => letterTyped(state, event.key, isInSight(view, cursor))
  const isTaken = state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, event.key, insert))
  if (!isTaken) view.dispatch(insert())
  return true
}

/** Whether a key is one letter and nothing else; AltGr, which some browsers tell as Ctrl, is left to them. */
export const isPlainLetter = ({ key, ctrlKey, metaKey, isComposing }: TypedKey) =>
  key.length === 1 && !ctrlKey && !metaKey && !isComposing

/**
 * The change that a letter makes: as typed by hand, so that it is undone, completed and indented like any other.
 * @param isInSight whether the letter will be seen where it is; else the text is scrolled, for which all of it is measured twice
 */
export const letterTyped = (state: EditorState, letter: string, isInSight: boolean): Transaction => {
  const behind = state.selection.main.from + letter.length
  const effects = isInSight ? [] : [EditorView.scrollIntoView(behind, { xMargin: AWAY_FROM_EDGE })]
  return state.update({ ...state.replaceSelection(letter), userEvent: 'input.type', effects })
}

/** The page's selection, if it is the editor's; else null: the browser tells of a change only after it. */
function cursorOnPage(view: EditorView): Selection | null {
  const selection = view.dom.ownerDocument.getSelection()
  const { anchorNode, focusNode, anchorOffset, focusOffset } = selection ?? {}
  if (!anchorNode || !focusNode || !view.contentDOM.contains(anchorNode) || !view.contentDOM.contains(focusNode)) return null
  const { anchor, head } = view.state.selection.main
  const isSame =
    view.posAtDOM(focusNode, focusOffset) === head && (anchor === head || view.posAtDOM(anchorNode, anchorOffset) === anchor)
  return isSame ? selection : null
}

/** Whether the cursor, and a letter behind it, are in what is to be seen of the text. Nothing has been changed yet: this is quick. */
function isInSight({ scrollDOM, contentDOM, defaultCharacterWidth }: EditorView, selection: Selection): boolean {
  if (!selection.isCollapsed) return false
  const { left, right, top, bottom } = selection.getRangeAt(0).getBoundingClientRect()
  // Between elements, such as in an empty line, a cursor has no place.
  if (bottom <= top) return false
  const seen = scrollDOM.getBoundingClientRect()
  return (
    // Numbers of lines stand above what is scrolled away to the left.
    left >= seen.left + contentDOM.offsetLeft &&
    right + FREE_COLUMNS * defaultCharacterWidth <= Math.min(seen.left + scrollDOM.clientWidth, window.innerWidth) &&
    top >= Math.max(seen.top, 0) &&
    bottom <= Math.min(seen.top + scrollDOM.clientHeight, window.innerHeight)
  )
}
