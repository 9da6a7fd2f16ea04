import { Decoration, type DecorationSet, type EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view'

const parameter = new MatchDecorator({
  regexp: /\{\{[^{}\n]*\}\}/g,
  decoration: Decoration.mark({ class: 'cm-parameter' }),
})

/** Marks `{{ parameters }}`. */
export const parameterMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = parameter.createDeco(view)
    }
    update(update: ViewUpdate) {
      this.decorations = parameter.updateDeco(update, this.decorations)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)
