import { type ResolveFnOutput, registerHooks } from 'node:module'

// Node.js parses the package.json of a package for each import of it, and drizzle-orm's has 179 KB: with our 165 imports and 400
// between its own files, this took more than half of the start-up time. So each of its module names is resolved once, and the
// imports between its files are resolved without package.json.

// zod loads its messages in fifty languages, of which it uses the English ones: others are ours. They take 2 MB of each process.

const PACKAGE = 'drizzle-orm'
const resolved = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === PACKAGE || specifier.startsWith(`${PACKAGE}/`)) {
      const known = resolved.get(specifier) ?? nextResolve(specifier, context)
      resolved.set(specifier, known)
      return { ...known, shortCircuit: true }
    }
    if (specifier.startsWith('.') && context.parentURL?.includes(`/node_modules/${PACKAGE}/`)) {
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    }
    if (specifier === '../locales/index.js' && context.parentURL?.includes('/node_modules/zod/')) {
      return nextResolve('../locales/en.js', context)
    }
    return nextResolve(specifier, context)
  },
})
