import { syntaxTree } from '@codemirror/language'
import { Decoration, type DecorationSet, type EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/** Words that stand before a bracket without being functions. */
const notFunctions = new Set(
  'all and any as by case distinct else except exists filter from having in insert intersect into is join like not on or over partition select sets some then union using values when where with within'.split(
    ' ',
  ),
)
const literals = new Set(['String', 'LineComment', 'BlockComment', 'QuotedIdentifier'])
const mark = Decoration.mark({ class: 'cm-function' })

const functionNames = new MatchDecorator({
  regexp: /\b[A-Za-z_]\w*(?=\()/g,
  decorate(add, from, to, [word], view) {
    if (notFunctions.has((word ?? '').toLowerCase())) return
    if (literals.has(syntaxTree(view.state).resolveInner(from, 1).name)) return
    add(from, to, mark)
  },
})

/** Marks the names of functions: the grammars do not tell them from other names. */
export const functionMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = functionNames.createDeco(view)
    }
    update(update: ViewUpdate) {
      // A comment opened above changes lines far below, once the grammar has caught up.
      const isReread = syntaxTree(update.startState) !== syntaxTree(update.state)
      this.decorations =
        isReread && !update.docChanged
          ? functionNames.createDeco(update.view)
          : functionNames.updateDeco(update, this.decorations)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)
