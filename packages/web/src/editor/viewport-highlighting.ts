import { type HighlightStyle, syntaxTree } from '@codemirror/language'
import { type Extension, Prec, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { highlightTree } from '@lezer/highlight'

type Tree = ReturnType<typeof syntaxTree>

interface Span {
  from: number
  to: number
}

/**
 * Syntax highlighting of the visible text. CodeMirror's own walks through all statements before it at every key; this one looks up the
 * first visible one in the tree.
 */
export function viewportHighlighting(style: HighlightStyle): Extension {
  const marks = new Map<string, Decoration>()
  const markOf = (name: string) => {
    const mark = marks.get(name) ?? Decoration.mark({ class: name })
    marks.set(name, mark)
    return mark
  }
  const highlighted = (tree: Tree, spans: readonly Span[]) => {
    const builder = new RangeSetBuilder<Decoration>()
    eachHighlighted(tree, style, spans, (from, to, name) => builder.add(from, to, markOf(name)))
    return builder.finish()
  }
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      private tree: Tree
      private highlightedTo: number
      constructor({ state, visibleRanges, viewport }: EditorView) {
        this.tree = syntaxTree(state)
        this.decorations = highlighted(this.tree, visibleRanges)
        this.highlightedTo = viewport.to
      }
      update({ state, view, changes, viewportChanged }: ViewUpdate) {
        const tree = syntaxTree(state)
        const highlightedTo = changes.mapPos(this.highlightedTo, 1)
        const { viewport } = view
        // The text is not parsed up to here yet: it keeps its colors until then.
        if (tree.length < viewport.to && tree.type === this.tree.type && highlightedTo >= viewport.to) {
          this.decorations = this.decorations.map(changes)
          this.highlightedTo = highlightedTo
        } else if (tree !== this.tree || viewportChanged) {
          this.tree = tree
          this.decorations = highlighted(tree, view.visibleRanges)
          this.highlightedTo = viewport.to
        }
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
  return [Prec.high(plugin), style.module === null ? [] : EditorView.styleModule.of(style.module)]
}

/** Calls `put` with each highlighted part of the spans, in order, and its class names. */
export function eachHighlighted(
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
