import { type ResolveFnOutput, registerHooks } from 'node:module'

// Node.js parses the package.json of a package again for each import of it, and that of drizzle-orm has 179 KB: with 165 imports of
// ours and 400 between its own files, this was more than half of the time of a start. So each name of it is resolved once, and what
// its files import from each other is taken as the modules that they are.

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
    return nextResolve(specifier, context)
  },
})
