// Runs in the browser: a plain CodeMirror editor with the usual extensions of a query editor and nothing else.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { SQLite } from '@codemirror/lang-sql'
import { defaultHighlightStyle, forceParsing, syntaxHighlighting } from '@codemirror/language'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'

const view = new EditorView({
  parent: document.querySelector('main') ?? document.body,
  doc: String(Reflect.get(globalThis, 'given')),
  extensions: [
    lineNumbers(),
    history(),
    drawSelection(),
    SQLite.extension,
    syntaxHighlighting(defaultHighlightStyle),
    keymap.of([...historyKeymap, ...defaultKeymap]),
    EditorView.theme({ '&': { height: '100%' }, '.cm-scroller': { overflow: 'auto' } }),
  ],
})
// Parse the text now, as the editor itself would do within a second.
forceParsing(view, view.state.doc.length, 5000)
