import { type HighlightStyle, syntaxTree } from '@codemirror/language'
import { type Extension, Prec, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { highlightTree } from '@lezer/highlight'

type Tree = ReturnType<typeof syntaxTree>

/** A part of a text. */
interface Span {
  from: number
  to: number
}

/**
 * Colours what is in view. The library's own way walks through all statements before the view at every key; here the tree is asked
 * for the first one in it.
 */
export function colours(style: HighlightStyle): Extension {
  const marks = new Map<string, Decoration>()
  const markOf = (name: string) => {
    const mark = marks.get(name) ?? Decoration.mark({ class: name })
    marks.set(name, mark)
    return mark
  }
  const coloured = (tree: Tree, spans: readonly Span[]) => {
    const builder = new RangeSetBuilder<Decoration>()
    eachColoured(tree, style, spans, (from, to, name) => builder.add(from, to, markOf(name)))
    return builder.finish()
  }
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      private tree: Tree
      private reaches: number
      constructor({ state, visibleRanges, viewport }: EditorView) {
        this.tree = syntaxTree(state)
        this.decorations = coloured(this.tree, visibleRanges)
        this.reaches = viewport.to
      }
      update({ state, view, changes, viewportChanged }: ViewUpdate) {
        const tree = syntaxTree(state)
        const reaches = changes.mapPos(this.reaches, 1)
        const { viewport } = view
        // The grammar has not caught up: what is coloured keeps its colours until then.
        if (tree.length < viewport.to && tree.type === this.tree.type && reaches >= viewport.to) {
          this.decorations = this.decorations.map(changes)
          this.reaches = reaches
        } else if (tree !== this.tree || viewportChanged) {
          this.tree = tree
          this.decorations = coloured(tree, view.visibleRanges)
          this.reaches = viewport.to
        }
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
  return [Prec.high(plugin), style.module === null ? [] : EditorView.styleModule.of(style.module)]
}

/** Calls `put` with each part of the spans that has a colour, in their order, and the names of its classes. */
export function eachColoured(
  tree: Tree,
  style: HighlightStyle,
  spans: readonly Span[],
  put: (from: number, to: number, classes: string) => void,
): void {
  for (const { from, to } of spans) {
    for (let node = tree.topNode.childAfter(from); node !== null && node.from < to; node = node.nextSibling) {
      const { from: start, to: end } = node
      highlightTree(
        node.toTree(),
        style,
        (begin, stop, classes) => put(start + begin, start + stop, classes),
        Math.max(0, from - start),
        Math.min(end, to) - start,
      )
    }
  }
}
