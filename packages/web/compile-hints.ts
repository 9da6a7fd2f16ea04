import type { Plugin } from 'vite'
import { filesFor, firstFiles } from './page-preloads.ts'

/** The editor begins after the page of a query, and runs as much of its code. */
const EDITOR = 'src/editor/SqlEditor.tsx'

/** See https://v8.dev/blog/explicit-compile-hints. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Tells Chrome to compile all functions of the scripts that a page begins with while it fetches them, and beside the page. Otherwise
 * it compiles each of them when it is first called, which keeps a phone busy for twice as long. Other browsers ignore the comment.
 */
export const compileHints: Plugin = {
  name: 'compile-hints',
  apply: 'build',
  // Vite puts a line of its own before the code, and the comment only counts in the first line.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const name of new Set([...firstFiles(bundle), ...filesFor([EDITOR], bundle)])) {
        const file = bundle[name]
        if (file?.type === 'chunk') file.code = HINT + file.code
      }
    },
  },
}
