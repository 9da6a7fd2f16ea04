import { type Completion, type CompletionSource, closeCompletion, snippet as insertTemplate } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'

/** A text that is inserted by its trigger. `${1:name}` in it marks a placeholder. */
export interface EditorSnippet {
  trigger: string
  description: string
  snippet: string
}

const inLiteral = new Set(['String', 'LineComment', 'BlockComment'])
const isWord = /[\w$]/

/** Suggests snippets by their triggers. */
export function snippetSource(snippets: readonly EditorSnippet[]): CompletionSource {
  const options = snippets.map(completionOf)
  return (context) => {
    if (inLiteral.has(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null
    const word = context.matchBefore(/[^\s(),;]*$/)
    if (options.length === 0 || word === null || (word.text === '' && !context.explicit)) return null
    return { from: word.from, options, validFor: /^[^\s(),;]*$/ }
  }
}

const completionOf = (snippet: EditorSnippet): Completion => ({
  label: snippet.trigger,
  type: 'snippet',
  detail: snippet.description || 'snippet',
  info: snippet.snippet,
  boost: 1,
  apply: (view, completion, from, to) => insertTemplate(templateOf(snippet))(view, completion, from, to),
})

/** The final cursor position, written so that the linter does not take it for a template literal. */
const END = '$' + '{}'

/** A snippet as a CodeMirror template, in which backslashes before braces have to be escaped. */
export function templateOf({ snippet }: EditorSnippet): string {
  const text = snippet.replace(/\\(?=[{}])/g, '\\\\')
  return text.includes(END) ? text : text + END
}

/** Inserts a snippet with the Tab key if its trigger is before the cursor. @param snippets called with each Tab */
export function expandsTriggers(snippets: () => readonly EditorSnippet[]): Extension {
  const run = (view: EditorView) => {
    const { state } = view
    const { head, empty } = state.selection.main
    if (!empty || state.readOnly || state.selection.ranges.length > 1) return false
    const line = state.doc.lineAt(head)
    const found = triggeredBy(state.sliceDoc(line.from, head), snippets())
    if (found === null) return false
    closeCompletion(view)
    insertTemplate(templateOf(found))(view, null, head - found.trigger.length, head)
    return true
  }
  return keymap.of([{ key: 'Tab', run }])
}

/** The snippet whose trigger ends the text as a separate word; the one with the longest trigger if there are several. */
export function triggeredBy(text: string, snippets: readonly EditorSnippet[]): EditorSnippet | null {
  const fits = ({ trigger }: EditorSnippet) => {
    const before = text.at(-trigger.length - 1)
    return text.endsWith(trigger) && !(before !== undefined && isWord.test(before) && isWord.test(trigger.charAt(0)))
  }
  return snippets.filter(fits).sort((one, other) => other.trigger.length - one.trigger.length)[0] ?? null
}
