// Figures of the size of the code: `npm run metrics`. Prints the number and length of product files, the fragments (short files
// that one sibling alone imports), and for each way that docs/house.md lists the number of its files and how often it leads back.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { trackedFiles } from './tracked-files.ts'

/** A fragment has at most this many lines. */
const FRAGMENT_LINES = 40
const ALIASES = [
  ['@sightline/contract/', 'packages/contract/src/'],
  ['@sightline/domain/', 'packages/domain/src/'],
] as const

const isProduct = (file: string) =>
  /^packages\/.*\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\/conformance|\.d\.ts$/.test(file)
const sources = new Map(
  trackedFiles()
    .filter((file) => isProduct(file) && existsSync(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
)

/** The product files that a file imports, types and dynamic imports included. */
function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].flatMap(([, specifier = '']) => {
    const alias = ALIASES.find(([prefix]) => specifier.startsWith(prefix))
    const path = alias
      ? alias[1] + specifier.slice(alias[0].length)
      : specifier.startsWith('.')
        ? normalize(join(dirname(file), specifier))
        : null
    return path !== null && sources.has(path) ? [path] : []
  })
}

const importers = new Map<string, Set<string>>()
for (const [file, source] of sources) {
  for (const imported of importsOf(file, source)) importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
}

const lengths = [...sources].map(([file, source]) => [file, source.split('\n').length - 1] as const)
const sorted = lengths.map(([, lines]) => lines).toSorted((a, b) => a - b)
const fragments = lengths.filter(([file, lines]) => {
  const [only, ...others] = importers.get(file) ?? []
  return lines <= FRAGMENT_LINES && only !== undefined && others.length === 0 && dirname(only) === dirname(file)
})

console.log(`${sorted.length} product files, ${sorted.reduce((sum, lines) => sum + lines, 0)} lines`)
console.log(`median ${sorted[Math.floor(sorted.length / 2)]} lines, longest ${sorted.at(-1)}`)
console.log(`${fragments.length} fragments: at most ${FRAGMENT_LINES} lines, imported by one sibling alone`)
if (process.argv.includes('--fragments')) for (const [file, lines] of fragments) console.log(`  ${lines} ${file}`)

/**
 * How often a way leads back into a file that it had left: values that one of its files imports from an earlier one. Contracts and
 * types do not count, because they run no code.
 */
function leadsBack(files: readonly string[]): number {
  return files
    .flatMap((file, place) => {
      const source = (sources.get(file) ?? '').replaceAll(/^(?:import|export) type .*$|\btype \w+,?/gm, '')
      return importsOf(file, source.replaceAll(/import \{\s*\} from .*/g, '')).map(
        (imported) => [files.indexOf(imported), place] as const,
      )
    })
    .filter(([earlier, place]) => earlier >= 0 && earlier < place && !files[earlier]?.startsWith('packages/contract/')).length
}

/** A way in docs/house.md is a code block that begins with `way: <name>` and has a file on each line. */
const ways = readFileSync('docs/house.md', 'utf8').matchAll(/^```way: (.*)\n([\s\S]*?)^```/gm)
for (const [, name = '', block = ''] of ways) {
  const files = block.split('\n').filter((line) => line.trim() !== '')
  const missing = files.filter((file) => !existsSync(`packages/${file.trim()}`))
  console.log(`${files.length} files, leads back ${leadsBack(files.map((file) => `packages/${file.trim()}`))} times: ${name}`)
  for (const file of missing) console.log(`  no such file: ${file}`)
  if (missing.length > 0) process.exitCode = 1
}
