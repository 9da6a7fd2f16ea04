import type { EditorState, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** What of a key that was typed decides what becomes of it. */
export type TypedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'isComposing'>

/**
 * Puts the letters of a real keyboard into the text before the browser does. Left to itself the browser changes the page, tells
 * everybody who listens to input, and the editor reads back what has become of its lines: that is half the work of a key. Whatever
 * is more than one letter at one cursor stays with the browser: input methods, corrections, keyboards on a screen.
 */
export const typedKeys = EditorView.domEventHandlers({
  keypress(event, view) {
    const { state } = view
    if (!isPlainLetter(event) || state.readOnly || state.selection.ranges.length > 1) return false
    if (view.composing || view.compositionStarted || !isFinePointer() || !isCursorKnown(view)) return false
    const { from, to } = state.selection.main
    const insert = () => letterTyped(state, event.key)
    const isTaken = state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, event.key, insert))
    if (!isTaken) view.dispatch(insert())
    return true
  },
})

/** Whether a key is one letter and nothing else; AltGr, which some browsers tell as Ctrl, is left to them. */
export const isPlainLetter = ({ key, ctrlKey, metaKey, isComposing }: TypedKey) =>
  key.length === 1 && !ctrlKey && !metaKey && !isComposing

/** The change that a letter makes: as typed by hand, so that it is undone, completed and indented like any other. */
export const letterTyped = (state: EditorState, letter: string): Transaction =>
  state.update(state.replaceSelection(letter), { userEvent: 'input.type', scrollIntoView: true })

/** Keyboards on a screen change more than they tell of. */
const isFinePointer = () => window.matchMedia('(pointer: fine)').matches

/** Whether the page's selection is the editor's: the browser tells of a change only after it. */
function isCursorKnown(view: EditorView): boolean {
  const selection = view.dom.ownerDocument.getSelection()
  const { anchorNode, focusNode, anchorOffset, focusOffset } = selection ?? {}
  if (!anchorNode || !focusNode || !view.contentDOM.contains(anchorNode) || !view.contentDOM.contains(focusNode)) return false
  const { anchor, head } = view.state.selection.main
  return (
    view.posAtDOM(focusNode, focusOffset) === head && (anchor === head || view.posAtDOM(anchorNode, anchorOffset) === anchor)
  )
}
