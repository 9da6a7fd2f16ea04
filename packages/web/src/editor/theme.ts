import { HighlightStyle } from '@codemirror/language'
import type { EditorState, Extension } from '@codemirror/state'
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { viewportHighlighting } from './viewport-highlighting.ts'

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--sl-sx-kw)' },
  { tag: [tags.function(tags.variableName), tags.standard(tags.name), tags.typeName], color: 'var(--sl-sx-fn)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--sl-sx-str)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--sl-sx-num)' },
  { tag: tags.comment, color: 'var(--sl-sx-com)', fontStyle: 'italic' },
])

/** The width of the longest visible line with the space after it; see `lineWidth`. */
const LINE_WIDTH = 'calc(var(--sl-columns, 0) * 1ch + 12px)'

/** One theme for the light and the dark color scheme: all colors are CSS variables. */
const theme = EditorView.theme({
  // Query texts are code, which is written from left to right in every language.
  '&': {
    direction: 'ltr',
    textAlign: 'left',
    height: '100%',
    backgroundColor: 'var(--sl-surface)',
    color: 'var(--sl-text)',
    fontSize: '12.5px',
  },
  // As in all fields (touch.css). In here, “&” would stand for the media query.
  '@media (pointer: coarse)': { '.cm-scroller': { fontSize: '16px' } },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--sl-mono)',
    lineHeight: '20px',
    fontVariantLigatures: 'none',
    overscrollBehavior: 'contain',
    // A key lays out and paints only the content of the editor.
    contain: 'strict',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--sl-accent-text)' },
  '.cm-line': {
    padding: '0 12px 0 0',
    // With a fixed size, a key lays out and paints only its own line.
    height: '20px',
    minWidth: LINE_WIDTH,
    contain: 'size layout style',
  },
  // Only for drawn selections, which are as wide as this. Otherwise the content is as wide as the editor, and CodeMirror need not look
  // for the longest line at every key.
  '&.cm-drawn .cm-content': { minWidth: LINE_WIDTH },
  '.cm-gutters': { backgroundColor: 'var(--sl-surface)', color: 'var(--sl-text-3)', border: 'none', fontSize: '11.5px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '44px', padding: '0 14px 0 8px', textAlign: 'right' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--sl-hover)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--sl-text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '1.5px solid var(--sl-accent-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--sl-accent-soft-2)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--sl-accent-soft)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--sl-active)', outline: '1px solid var(--sl-line-2)' },
  '&.cm-focused .cm-nonmatchingBracket': { color: 'var(--sl-err)', backgroundColor: 'transparent' },
  '.cm-function, .cm-function *': { color: 'var(--sl-sx-fn)' },
  '.cm-parameter, .cm-parameter *': { color: 'var(--sl-sx-par)' },
  '.cm-parameter': { backgroundColor: 'var(--sl-sx-par-bg)', borderRadius: '4px', padding: '1px 0' },
  '.cm-error': { textDecoration: 'underline wavy var(--sl-err-dot) 1px', textUnderlineOffset: '4px' },
  '.cm-placeholder': { color: 'var(--sl-text-3)' },
  '.cm-tooltip': {
    border: '1px solid var(--sl-line)',
    borderRadius: '8px',
    backgroundColor: 'var(--sl-raised)',
    color: 'var(--sl-text)',
    boxShadow: 'var(--sl-sh-2)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    padding: '4px',
    maxHeight: '268px',
    minWidth: '300px',
    fontFamily: 'var(--sl-mono)',
    fontSize: '12px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    height: '26px',
    padding: '0 8px',
    borderRadius: '5px',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--sl-hover)', color: 'var(--sl-text)' },
  '.cm-completionIcon': {
    width: '20px',
    padding: '0',
    opacity: '1',
    color: 'var(--sl-text-3)',
    fontSize: '12px',
    textAlign: 'left',
  },
  '.cm-completionIcon::after': { content: '""' },
  '.cm-completionIcon-table::after, .cm-completionIcon-column::after': {
    display: 'inline-block',
    height: '9px',
    border: '1.25px solid currentColor',
    borderRadius: '2px',
    verticalAlign: '-1px',
  },
  '.cm-completionIcon-table::after': { width: '11px', borderTopWidth: '3px' },
  '.cm-completionIcon-column::after': { width: '5px', marginLeft: '3px' },
  '.cm-completionIcon-function::after': { content: '"f"', fontStyle: 'italic' },
  '.cm-completionIcon-snippet::after': { content: '"{ }"', fontSize: '10px', letterSpacing: '-0.2em' },
  '.cm-tooltip.cm-completionInfo': {
    padding: '8px 10px',
    maxWidth: '420px',
    maxHeight: '268px',
    overflow: 'hidden',
    whiteSpace: 'pre-wrap',
    fontFamily: 'var(--sl-mono)',
    fontSize: '12px',
    lineHeight: '18px',
  },
  '.cm-tooltip .cm-parameter-note': { padding: '8px 10px', maxWidth: '340px', fontSize: '13px', lineHeight: '19px' },
  '.cm-snippetField': { backgroundColor: 'var(--sl-accent-soft)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700', color: 'var(--sl-accent-text)' },
  '.cm-completionDetail': { marginLeft: 'auto', paddingLeft: '24px', fontStyle: 'normal', color: 'var(--sl-text-3)' },
})

/** Colors and sizes of the editor, for both color schemes. */
export const editorTheme: Extension = [theme, viewportHighlighting(highlight)]

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
