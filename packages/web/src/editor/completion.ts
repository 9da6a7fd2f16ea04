import { autocompletion, type Completion, type CompletionContext, type CompletionSource } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import { type Extension, Prec } from '@codemirror/state'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { offeredKeywords } from './dialects.ts'
import { quotedName, tableParts } from './quoted-name.ts'
import { type EditorSnippet, expandsTriggers, snippetSource } from './snippets.ts'
import { suggestionsFor } from './suggestions.ts'

/** Characters around the cursor that suggestions take into account: enough for most statements, and fast enough for each key. */
const REACH = 20_000

/** Text before the name of a table. */
const BEFORE_TABLE = /\b(?:from|join|update|into|table)\s+$/i
/** Text before a new name: no suggestion may replace it on Enter. */
const BEFORE_NEW_NAME = /\bas\s+$/i
/** Characters before the cursor that are enough to match the above. */
const BEFORE_REACH = 100

const inLiteral = new Set(['String', 'LineComment', 'BlockComment'])

/** Suggests the tables and columns of a schema. */
export function schemaSource(tables: readonly SchemaTable[], dialect: string): CompletionSource {
  return (context: CompletionContext) => {
    if (inLiteral.has(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null
    const word = context.matchBefore(/(?:[\w$"`]+\.)*[\w$]*$/)
    if (word === null || (word.text === '' && !context.explicit)) return null
    const dot = word.text.lastIndexOf('.')
    const around = context.state.sliceDoc(Math.max(0, context.pos - REACH), context.pos + REACH)
    const typed = word.text.slice(dot + 1)
    const before = context.state.sliceDoc(Math.max(0, word.from - BEFORE_REACH), word.from)
    if (!context.explicit && BEFORE_NEW_NAME.test(before)) return null
    const isOfTable = BEFORE_TABLE.test(before)
    const qualifier = dot === -1 ? null : word.text.slice(0, dot)
    const { found, isCut } = suggestionsFor(around, qualifier, typed, tables, isOfTable)
    if (found.length === 0) return null
    const options = found.map(
      ({ name, kind, detail }): Completion => ({
        label: name,
        apply: quotedName(kind === 'table' ? tableParts(name) : [name], dialect),
        type: kind,
        detail,
        // Columns of the tables in the text come first, keywords last.
        boost: kind === 'column' ? 3 : 2,
      }),
    )
    const from = word.from + dot + 1
    return isCut ? { from, options } : { from, options, validFor: /^[\w$]*$/ }
  }
}

/** Suggests keywords that start with the typed word, in lower or upper case like the text. */
const keywordSource: CompletionSource = (context) => {
  const word = context.matchBefore(/[A-Za-z_]+$/)
  if (word === null || inLiteral.has(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null
  // Only columns follow a dot.
  if (context.state.sliceDoc(word.from - 1, word.from) === '.') return null
  const typed = word.text.toLowerCase()
  const found = offeredKeywords.filter((keyword) => keyword.startsWith(typed) && keyword !== typed)
  const isLower = word.text === typed && /\b(select|from|where)\b/.test(context.state.sliceDoc(0, REACH))
  const options = found.map(
    (keyword): Completion => ({
      label: isLower ? keyword : keyword.toUpperCase(),
      type: 'keyword',
      boost: -1,
    }),
  )
  return options.length === 0 ? null : { from: word.from, options }
}

interface CompletionSettings {
  /** null if the text is not SQL: only snippets are offered. */
  dialect: string | null
  tables: readonly SchemaTable[]
  snippets: readonly EditorSnippet[]
  /** Whether it opens while typing; otherwise only with Ctrl Space. */
  isLive: boolean
}

/** Completion of tables, columns, keywords and snippets. */
export function completionOf({ dialect, tables, snippets, isLive }: CompletionSettings): Extension {
  const ofSql = dialect === null ? [] : [schemaSource(tables, dialect), keywordSource]
  return [
    autocompletion({
      activateOnTyping: isLive,
      override: [...ofSql, snippetSource(snippets)],
      icons: true,
      // Slightly more than are visible: the list is rendered again with every key.
      maxRenderedOptions: 30,
    }),
    // Before the Tab key indents.
    Prec.high(expandsTriggers(snippets)),
  ]
}
