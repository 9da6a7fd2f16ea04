import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path/posix'

/** The JavaScript of a release. */
export interface ReleaseModules {
  /** Code by path; the paths are those of the TypeScript files, with `.js`. */
  modules: ReadonlyMap<string, string>
  /** Names of the npm packages that the modules import. */
  packages: ReadonlySet<string>
}

/** The name of another module of ours in a string, as an import or as the URL of a program for a process or thread. */
const OWN_MODULE = /(['"`])((?:\.\.?\/|@sightline\/)[^'"`\s$]+)\.tsx?\1/g

const IMPORTED = [
  // A static import starts or ends at the start of a line.
  /^(?:import|export|\})[^'"\n]* from '([^'\n]+)'/gm,
  /^import '([^'\n]+)'/gm,
  /\bimport\('([^'\n]+)'\)/g,
  /\b(?:resolve|require)\(['`]([^'`\n]+)['`]/g,
]

/**
 * Collects the modules that some modules load, directly or not, and turns them into JavaScript as Node.js itself does. Each stays in
 * its folder, so that what it loads by URL is found, and its lines keep their numbers.
 * @param entries paths of the first modules, relative to the root of the repository
 * @param read returns the TypeScript of a path
 * @param leftOut paths of modules that the release does without
 * @throws Error if a module loads one that is not there
 */
export function releaseModules(
  entries: readonly string[],
  read: (path: string) => string,
  leftOut: ReadonlySet<string> = new Set(),
): ReleaseModules {
  const modules = new Map<string, string>()
  const packages = new Set<string>()
  const waiting = [...entries]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (modules.has(asJavaScript(path)) || leftOut.has(path)) continue
    const code = stripTypeScriptTypes(read(path))
    modules.set(asJavaScript(path), withJavaScriptNames(code, path))
    for (const [, , specifier] of code.matchAll(OWN_MODULE)) waiting.push(targetOf(`${specifier}.ts`, path))
    for (const name of packagesIn(code)) packages.add(name)
  }
  return { modules, packages }
}

const asJavaScript = (path: string) => path.replace(/\.tsx?$/, '.js')

/** The path of the module that a specifier names. */
const targetOf = (specifier: string, importer: string) =>
  specifier.startsWith('@sightline/')
    ? specifier.replace(/^@sightline\/([^/]+)/, 'packages/$1/src')
    : join(dirname(importer), specifier)

/** Our own packages are not installed by npm, so their modules are named by their path. */
const withJavaScriptNames = (code: string, path: string) =>
  code.replace(OWN_MODULE, (_, quote: string, specifier: string) => {
    const way = relative(dirname(path), targetOf(`${specifier}.js`, path))
    return `${quote}${way.startsWith('.') ? way : `./${way}`}${quote}`
  })

function packagesIn(code: string): string[] {
  const specifiers = IMPORTED.flatMap((pattern) => [...code.matchAll(pattern)].map(([, specifier = '']) => specifier))
  return specifiers
    .filter((specifier) => !/^(\.|node:|@sightline\/)/.test(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
}
