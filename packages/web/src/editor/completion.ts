import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionSource,
  closeCompletion,
  completionStatus,
  snippet as insertTemplate,
} from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { quotedName, tableParts } from '@sightline/domain/sql-text/quoted-name.ts'
import { offeredKeywords } from './dialects.ts'
import { comparedEnum } from './enum-values.ts'
import { functionsOf } from './functions.ts'
import { joinConditions } from './join-conditions.ts'
import { type EditorSnippet, expandsTriggers, snippetSource } from './snippets.ts'
import { suggestionsFor, tablesOfQuery } from './suggestions.ts'

/** Characters around the cursor that suggestions take into account: enough for most statements, and fast enough for each key. */
const REACH = 20_000

/** Text before the name of a table. */
const BEFORE_TABLE = /\b(?:from|join|update|into|table)\s+$/i
/** In these functions a column follows `from`. */
const IN_FUNCTION = /\b(?:extract|trim|substring|overlay)\s*\([^()]*$/i

/** Whether only a table can follow. @param before the text up to the word at the cursor */
const isBeforeTable = (before: string) => BEFORE_TABLE.test(before) && !IN_FUNCTION.test(before)

/** Keywords that may stand in place of a table. */
const inPlaceOfTable = new Set(['lateral', 'unnest'])

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
    const isOfTable = isBeforeTable(before)
    const qualifier = dot === -1 ? null : word.text.slice(0, dot)
    const { found, isCut } = suggestionsFor(around, qualifier, typed, tables, isOfTable, dialect)
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
  const isOfTable = isBeforeTable(context.state.sliceDoc(Math.max(0, word.from - BEFORE_REACH), word.from))
  const fits = (keyword: string) =>
    keyword.startsWith(typed) && keyword !== typed && (!isOfTable || inPlaceOfTable.has(keyword))
  const found = offeredKeywords.filter(fits)
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

/** Functions are not offered for a single letter, which may be an alias. */
const SHORTEST_FUNCTION = 2

/** Suggests the functions of a dialect with their arguments. A name that is written out may be a column, so Enter must not change it. */
export function functionSource(dialect: string): CompletionSource {
  return (context) => {
    const word = context.matchBefore(/[A-Za-z]\w*$/)
    if (word === null || inLiteral.has(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null
    const before = context.state.sliceDoc(Math.max(0, word.from - BEFORE_REACH), word.from)
    if (before.endsWith('.') || isBeforeTable(before)) return null
    if (!context.explicit && (word.text.length < SHORTEST_FUNCTION || BEFORE_NEW_NAME.test(before))) return null
    const typed = word.text.toLowerCase()
    const isUpper = word.text !== typed && word.text === word.text.toUpperCase()
    const options = functionsOf(dialect)
      .filter(({ name }) => name.toLowerCase().startsWith(typed) && (context.explicit || name.toLowerCase() !== typed))
      .map(({ name, signature }): Completion => {
        const label = isUpper ? name.toUpperCase() : name
        return { label, detail: signature, type: 'function', boost: 1, apply: insertTemplate(callOf(label, signature)) }
      })
    return options.length === 0 ? null : { from: word.from, options }
  }
}

/** A call with the cursor between its parentheses, or behind them if it takes no arguments. */
const callOf = (name: string, signature: string) => (signature === '()' ? `${name}()` : `${name}(\${})`)

/** Suggests the condition of a join as soon as its ON is written. */
export function joinSource(tables: readonly SchemaTable[], dialect: string): CompletionSource {
  return (context) => {
    const word = context.matchBefore(/[\w$."`]*$/)
    const from = word?.from ?? context.pos
    const before = context.state.sliceDoc(Math.max(0, from - REACH), from)
    if (!/\bon\s+$/i.test(before.slice(-BEFORE_REACH))) return null
    const text = before + context.state.sliceDoc(from, from + REACH)
    const found = joinConditions(before, tablesOfQuery(text, tables, dialect).inText)
    // Above columns and tables.
    const options = found.map((label): Completion => ({ label, type: 'column', detail: 'join', boost: 5 }))
    return options.length === 0 ? null : { from, options }
  }
}

/** Suggests the values of the enum column that is compared, in quotes. They come from the schema, so that typing sends no query. */
export function enumSource(tables: readonly SchemaTable[], dialect: string): CompletionSource {
  return (context) => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - REACH), context.pos)
    // Most text does not end in a comparison, and this is checked faster than its tables are found.
    if (!COMPARES.test(before.slice(-COMPARES_REACH))) return null
    const after = context.state.sliceDoc(context.pos, context.pos + REACH)
    const found = comparedEnum(before, tablesOfQuery(before + after, tables, dialect).inText)
    if (found === null) return null
    const to = context.pos + (after.startsWith("'") ? 1 : 0)
    const options = found.values.map(
      (value): Completion => ({ label: `'${value.replaceAll("'", "''")}'`, type: 'constant', boost: 6 }),
    )
    return { from: context.pos - found.length, to, options, filter: found.length > 0, validFor: /^'?[^',)]*$/ }
  }
}

/** The end of a comparison that `comparedEnum` may know. */
const COMPARES = /[=>(,]\s*(?:'[^']*|\w*)$/
const COMPARES_REACH = 200

/** CodeMirror closes an open list when the editor loses the focus, but a list that is still being made would open after that, and stay. */
const closesWhenLeft = EditorView.domEventHandlers({
  blur(_, view) {
    if (completionStatus(view.state) === 'pending') closeCompletion(view)
  },
})

/** The tables and snippets that are suggested beside the words of a dialect. */
export interface Suggestible {
  tables: readonly SchemaTable[]
  snippets: readonly EditorSnippet[]
}

/**
 * Completion of tables, columns, join conditions, functions, keywords and snippets.
 * @param dialect null if the text is not SQL: only snippets are offered
 * @param isLive whether it opens while typing; otherwise only with Ctrl Space
 * @param suggestible called whenever something is typed: a schema that arrives does not change the editor
 */
export function completionOf(dialect: string | null, isLive: boolean, suggestible: () => Suggestible): Extension {
  const ofSql =
    dialect === null
      ? []
      : [
          ...[enumSource, joinSource, schemaSource].map(
            (source): CompletionSource =>
              (context) =>
                source(suggestible().tables, dialect)(context),
          ),
          functionSource(dialect),
          keywordSource,
        ]
  return [
    autocompletion({
      activateOnTyping: isLive,
      override: [...ofSql, (context) => snippetSource(suggestible().snippets)(context)],
      icons: true,
      // Slightly more than are visible: the list is rendered again with every key.
      maxRenderedOptions: 30,
    }),
    closesWhenLeft,
    // Before the Tab key indents.
    Prec.high(expandsTriggers(() => suggestible().snippets)),
  ]
}
