import { syntaxTree } from '@codemirror/language'
import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import type { TextRange } from './error-range.ts'

/** Words that are no functions even before a bracket. */
const notFunctions = new Set(
  'all and any as by case distinct else except exists filter from having in insert intersect into is join like not on or over partition select sets some then union using values when where with within'.split(
    ' ',
  ),
)
const literals = new Set(['String', 'LineComment', 'BlockComment', 'QuotedIdentifier'])
const functionMark = Decoration.mark({ class: 'cm-function' })

const functionNames = new MatchDecorator({
  regexp: /\b[A-Za-z_]\w*(?=\()/g,
  decorate(add, from, to, [word], view) {
    if (notFunctions.has((word ?? '').toLowerCase())) return
    if (literals.has(syntaxTree(view.state).resolveInner(from, 1).name)) return
    add(from, to, functionMark)
  },
})

/** Marks function names, which the grammars do not distinguish from other names. */
export const functionMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = functionNames.createDeco(view)
    }
    update(update: ViewUpdate) {
      // A comment opened above changes lines far below, once they are parsed again.
      const isReparsed = syntaxTree(update.startState) !== syntaxTree(update.state)
      this.decorations =
        isReparsed && !update.docChanged
          ? functionNames.createDeco(update.view)
          : functionNames.updateDeco(update, this.decorations)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

const parameterMatches = new MatchDecorator({
  regexp: /\{\{[^{}\n]*\}\}/g,
  decoration: Decoration.mark({ class: 'cm-parameter' }),
})

/** Marks `{{ parameters }}`. */
export const parameterMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = parameterMatches.createDeco(view)
    }
    update(update: ViewUpdate) {
      this.decorations = parameterMatches.updateDeco(update, this.decorations)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

/** Sets the underlined range; null removes it. */
export const markError = StateEffect.define<TextRange | null>()

const underline = Decoration.mark({ class: 'cm-error' })

/** Underlines the error that the database reported. Editing next to it removes the underline. */
export const errorMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes)
    transaction.changes.iterChangedRanges((from, to) => {
      next = next.update({ filter: (start, end) => end < from || start > to })
    })
    for (const effect of transaction.effects) {
      if (!effect.is(markError)) continue
      const range = effect.value
      const to = Math.min(range?.to ?? 0, transaction.newDoc.length)
      next = range === null || range.from >= to ? Decoration.none : Decoration.set(underline.range(range.from, to))
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})
