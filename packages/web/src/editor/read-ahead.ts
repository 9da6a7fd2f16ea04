import { ensureSyntaxTree, language, syntaxTreeAvailable } from '@codemirror/language'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { whenIdle } from '../ui/loading-tracker.ts'

/** Milliseconds of one turn: a key that comes meanwhile hardly waits. */
const TURN_MS = 16
/** Milliseconds of one turn before the first key: the sooner the text is read, the less of it is left for that key to wait for. */
const FIRST_TURN_MS = 40
/** Milliseconds until a turn comes in any case. */
const LATEST_MS = 100

/**
 * Has the grammar read the whole text in spare time, as soon as the text is there. Left to itself the editor reads on half a
 * second later, and until the end is reached every key waits for a part of it.
 */
export const readAhead = ViewPlugin.fromClass(
  class {
    private readonly view: EditorView
    private callOff = () => {}
    private turn = FIRST_TURN_MS
    constructor(view: EditorView) {
      this.view = view
      this.goOn()
    }
    update({ docChanged, startState, state }: ViewUpdate) {
      if (docChanged) this.turn = TURN_MS
      if (!docChanged && startState.facet(language) === state.facet(language)) return
      // A key in a text that is read has been read along with it.
      if (syntaxTreeAvailable(state)) this.callOff()
      else this.goOn()
    }
    destroy() {
      this.callOff()
    }
    private goOn() {
      this.callOff()
      this.callOff = whenIdle(() => {
        const { state } = this.view
        const isRead = state.facet(language) === null || ensureSyntaxTree(state, state.doc.length, this.turn) !== null
        if (!isRead) this.goOn()
      }, LATEST_MS)
    }
  },
)
