import type { EditorState } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/** Columns that lines become wider by at once. */
const STEP = 32
/** Columns that a tab takes at most. */
const TAB = 4

/**
 * Gives the lines the width that the longest of those in view needs; nothing where it fits anyway. Lines do not ask their letters
 * for it (see the theme): a key then lays out one line instead of the whole text, and does not have every other line drawn anew
 * because the longest one has grown. It grows by steps, so that next to no key changes it.
 */
export const lineRoom = ViewPlugin.fromClass(
  class {
    /** Of the longest line in view. */
    private columns: number
    /** What has a place without scrolling. */
    private fitting = 0
    private given = 0
    constructor({ state, viewport }: EditorView) {
      this.columns = longest(state, viewport.from, viewport.to)
    }
    update({ view, state, changes, docChanged, viewportChanged, geometryChanged }: ViewUpdate) {
      const { viewport, scrollDOM, contentDOM, defaultCharacterWidth } = view
      let isLost = viewportChanged || geometryChanged
      changes.iterChangedRanges((fromBefore, toBefore, from, to) => {
        const [first, last] = [Math.max(from, viewport.from), Math.min(to, viewport.to)]
        if (first <= last) this.columns = Math.max(this.columns, longest(state, first, last))
        // What was the longest line may be shorter now; while all fit, none has to be looked for.
        isLost ||= this.given > 0 && toBefore > fromBefore
      })
      if (isLost) this.columns = longest(state, viewport.from, viewport.to)
      // Only just measured: asking takes no time.
      if (geometryChanged && !docChanged) {
        this.fitting = Math.floor((scrollDOM.clientWidth - contentDOM.offsetLeft) / defaultCharacterWidth) - 2
      }
      const needed = this.columns <= this.fitting ? 0 : Math.ceil(this.columns / STEP) * STEP
      if (needed === this.given) return
      this.given = needed
      scrollDOM.style.setProperty('--sl-columns', String(needed))
    }
  },
)

/** Columns of the longest of the lines that a part of a text touches. */
function longest({ doc }: EditorState, from: number, to: number): number {
  let columns = 0
  for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
    columns = Math.max(columns, columnsOf(line.text))
    if (line.to >= to) return columns
  }
}

/** Columns that a line takes at most: a letter that the font of the editor may not have can be as wide as two that it has. */
export function columnsOf(line: string): number {
  let columns = line.length
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === 9) columns += TAB - 1
    else if (code > 0xff) columns += 1
  }
  return columns
}
