import { search } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { t } from '@lingui/core/macro'

/** The labels of CodeMirror, capitalized like all other buttons. */
const labels = EditorState.phrases.of({
  next: t`Next`,
  previous: t`Previous`,
  all: t`Select all`,
  'match case': t`Match case`,
  regexp: t`Regular expression`,
  'by word': t`Whole words`,
  replace: t`Replace`,
  'replace all': t`Replace all`,
  close: t`Close`,
  go: t`Go`,
})

const panelTheme = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--sl-sunken)', color: 'var(--sl-text)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--sl-line)' },
  '.cm-panel.cm-search': {
    padding: '8px 36px 8px 12px',
    fontFamily: 'var(--sl-font)',
    fontSize: '12px',
    '& input, & button, & label': { margin: '0 6px 0 0', verticalAlign: 'middle' },
    // The second line, for replacing.
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
    border: '1px solid var(--sl-line-3)',
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

/** Find and replace, above the text. */
export const findPanel = [search({ top: true }), labels, panelTheme]
