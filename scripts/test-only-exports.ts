import { dirname, join } from 'node:path'
import type { SourceFile } from './requirements-coverage.ts'

const STRINGS_AND_COMMENTS = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\*[\s\S]*?\*\/|\/\/.*/g
const withoutComments = (source: string) => source.replace(STRINGS_AND_COMMENTS, (part) => (part.startsWith('/') ? ' ' : part))
const withoutStrings = (source: string) => source.replace(STRINGS_AND_COMMENTS, ' ')

const wordsIn = (source: string): string[] => source.match(/[\w$]+/g) ?? []

const NAMED_IMPORTS = /\b(?:import|export)\b[^'"{}()*]*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g
const FILES = /['"]((?:@sightline\/|\.\.?\/)[^'"\n]+\.tsx?)['"]/g

const targetOf = (path: string, specifier: string) =>
  specifier.startsWith('@sightline/')
    ? specifier.replace(/^@sightline\/([^/]+)/, 'packages/$1/src')
    : join(dirname(path), specifier)

/** The names that a file may use from each other file. */
function usesOf({ path, source }: SourceFile): { target: string; names: string[] }[] {
  const code = withoutComments(source)
  const named = [...code.matchAll(NAMED_IMPORTS)].map(([, names = '', specifier = '']) => ({
    target: targetOf(path, specifier),
    names: names.split(',').map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*/, ''),
    ),
  }))
  // Any word may name an export of a file that is imported whole or on demand, or runs as a thread: pages are named by strings.
  const rest = code.replace(NAMED_IMPORTS, ' ')
  const words = wordsIn(rest)
  return [
    ...named,
    ...[...rest.matchAll(FILES)].map(([, specifier = '']) => ({ target: targetOf(path, specifier), names: words })),
  ]
}

/**
 * Finds the functions, classes and constants that only tests can be using: their own file does not use them, and no other
 * product file does.
 * @returns `path: name` for each
 */
export function testOnlyExports(product: SourceFile[]): string[] {
  const used = new Map<string, Set<string>>()
  for (const { target, names } of product.flatMap(usesOf)) used.set(target, new Set([...(used.get(target) ?? []), ...names]))

  return product.flatMap(({ path, source }) => {
    const own = wordsIn(withoutStrings(source))
    return [...withoutComments(source).matchAll(/^export (?:async )?(?:function\*?|const|let|class) ([\w$]+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => own.indexOf(name) === own.lastIndexOf(name) && !used.get(path)?.has(name))
      .map((name) => `${path}: ${name}`)
  })
}
