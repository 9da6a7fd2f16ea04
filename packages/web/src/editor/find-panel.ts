import { search } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** The library's words as they stand on all other buttons. */
const words = EditorState.phrases.of({
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  go: 'Go',
})

const looks = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--sl-sunken)', color: 'var(--sl-text)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--sl-line)' },
  '.cm-panel.cm-search': {
    padding: '8px 36px 8px 12px',
    fontFamily: 'var(--sl-font)',
    fontSize: '12px',
    '& input, & button, & label': { margin: '0 6px 0 0', verticalAlign: 'middle' },
    // Replacing has a line of its own.
    '& br ~ input, & br ~ button': { marginTop: '6px' },
    '& label': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '6px',
      margin: '0 6px',
      fontSize: '12px',
      color: 'var(--sl-text-2)',
    },
    '& input[type=checkbox]': { margin: '0', accentColor: 'var(--sl-accent)' },
    '& [name=close]': {
      top: '8px',
      right: '8px',
      margin: '0',
      width: '24px',
      height: '24px',
      borderRadius: '6px',
      color: 'var(--sl-text-3)',
      fontSize: '16px',
      lineHeight: '20px',
      cursor: 'pointer',
    },
    '& [name=close]:hover': { backgroundColor: 'var(--sl-hover)' },
  },
  '.cm-textfield': {
    width: '240px',
    height: '24px',
    padding: '0 8px',
    border: '1px solid var(--sl-line-2)',
    borderRadius: '6px',
    backgroundColor: 'var(--sl-surface)',
    color: 'var(--sl-text)',
    fontSize: '12px',
  },
  '.cm-textfield:focus': { outline: '2px solid var(--sl-focus)', outlineOffset: '-1px', borderColor: 'transparent' },
  '.cm-button': {
    height: '24px',
    padding: '0 8px',
    border: '1px solid var(--sl-line-2)',
    borderRadius: '6px',
    background: 'var(--sl-surface)',
    color: 'var(--sl-text)',
    fontSize: '12px',
    fontWeight: '500',
    cursor: 'pointer',
  },
  '.cm-button:hover': { background: 'var(--sl-hover)' },
  '.cm-searchMatch': { backgroundColor: 'var(--sl-warn-soft)', outline: '1px solid var(--sl-warn-dot)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--sl-accent-soft-2)' },
})

/** Finding and replacing, above the text, in the product's own words and looks. */
export const findPanel = [search({ top: true }), words, looks]
