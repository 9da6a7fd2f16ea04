// Runs in the browser: the editor's library with what any editor of queries has, and nothing around it.
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
// As it would read by itself in a second.
forceParsing(view, view.state.doc.length, 5000)
