import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SPECIFIERS = [/^(?:import|export|\})[^'"\n]* from '([^'.\n][^'\n]*)'/gm, /\bimport\('([^'.\n][^'\n]*)'\)/g]

/**
 * The modules of libraries that the server's own modules name, such as `pg` and `drizzle-orm/pg-core`.
 * @param root the folder of an installed release
 */
export function importedLibraries(root: string): string[] {
  const files = globSync('packages/*/src/**/*.js', { cwd: root })
  const found = files.flatMap((file) => specifiersIn(readFileSync(join(root, file), 'utf8')))
  return [...new Set(found)].filter((name) => !name.startsWith('node:')).sort()
}

function specifiersIn(code: string): string[] {
  return SPECIFIERS.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = '']) => name))
}
