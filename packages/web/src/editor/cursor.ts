import { Compartment, type EditorSelection, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine } from '@codemirror/view'

/** The browser draws the cursor; the line that it is in stands out. */
const alone = highlightActiveLine()
/** The editor draws what a browser can not: several cursors, and a selection that stays when the focus has gone elsewhere. */
const drawn = [drawSelection(), EditorView.editorAttributes.of({ class: 'cm-drawn' })]

/** One cursor and nothing selected. */
const isAlone = ({ ranges, main }: EditorSelection) => ranges.length === 1 && main.empty

/**
 * How cursors and what is selected are shown. A cursor of the editor's own is placed anew at every key, with a second look at the
 * styles and places of the page, so the usual one is left to the browser. No line stands out beside a selection: its ground would
 * cover that.
 */
export function cursor(): Extension {
  const look = new Compartment()
  return [
    look.of(alone),
    EditorState.transactionExtender.of(({ startState, newSelection }) => {
      const isNow = isAlone(newSelection)
      return isNow === isAlone(startState.selection) ? null : { effects: look.reconfigure(isNow ? alone : drawn) }
    }),
  ]
}
