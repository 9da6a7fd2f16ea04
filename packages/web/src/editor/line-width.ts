import type { EditorState } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/** Columns by which the width grows at once. */
const STEP = 32
/** Maximum columns of a tab. */
const TAB = 4

/**
 * Sets the width of all lines to that of the longest visible one, unless it fits into the editor. Lines have no width of their own (see
 * the theme), so that a key lays out a single line instead of the whole text. The width grows in steps, so that hardly any key changes
 * it.
 */
export const lineWidth = ViewPlugin.fromClass(
  class {
    /** Columns of the longest visible line. */
    private columns: number
    /** Columns that fit without scrolling. */
    private fitting = 0
    private current = 0
    constructor({ state, viewport }: EditorView) {
      this.columns = longest(state, viewport.from, viewport.to)
    }
    update({ view, state, changes, docChanged, viewportChanged, geometryChanged }: ViewUpdate) {
      const { viewport, scrollDOM, contentDOM, defaultCharacterWidth } = view
      let mustMeasure = viewportChanged || geometryChanged
      changes.iterChangedRanges((fromBefore, toBefore, from, to) => {
        const [first, last] = [Math.max(from, viewport.from), Math.min(to, viewport.to)]
        if (first <= last) this.columns = Math.max(this.columns, longest(state, first, last))
        // The longest line may have become shorter; while all lines fit, that does not matter.
        mustMeasure ||= this.current > 0 && toBefore > fromBefore
      })
      if (mustMeasure) this.columns = longest(state, viewport.from, viewport.to)
      // Layout is up to date here, so reading it is fast.
      if (geometryChanged && !docChanged) {
        this.fitting = Math.floor((scrollDOM.clientWidth - contentDOM.offsetLeft) / defaultCharacterWidth) - 2
      }
      const needed = this.columns <= this.fitting ? 0 : Math.ceil(this.columns / STEP) * STEP
      if (needed === this.current) return
      this.current = needed
      scrollDOM.style.setProperty('--sl-columns', String(needed))
    }
  },
)

/** Columns of the longest line that overlaps a range. */
function longest({ doc }: EditorState, from: number, to: number): number {
  let columns = 0
  for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
    columns = Math.max(columns, columnsOf(line.text))
    if (line.to >= to) return columns
  }
}

/** Maximum columns of a line: a character missing in the editor's font may be two columns wide. */
export function columnsOf(line: string): number {
  let columns = line.length
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === 9) columns += TAB - 1
    else if (code > 0xff) columns += 1
  }
  return columns
}
