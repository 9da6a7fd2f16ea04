import { readdir, readFile, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { CONTRACT, firstIssue, Manifest, type PluginTypes, readPlugin } from './plugin-schema.ts'
import { type LoadedVisualization, withScript } from './visualization-script.ts'

/** A plug-in of the folder. */
export interface LoadedPlugin extends PluginTypes {
  visualizations: readonly LoadedVisualization[]
  /** Name and version of its package, or the name of its folder if these cannot be read. */
  name: string
  /** URL of its entry module; '' if it was not loaded. */
  entry: string
  /** One sentence that says why it was not loaded; null if it was. */
  problem: string | null
}

/** The plug-ins of a folder. */
export interface LoadedPlugins {
  plugins: readonly LoadedPlugin[]
  /** One sentence about the folder itself; null if it could be read, or if none is set. */
  problem: string | null
}

/** Milliseconds that the module of a plug-in has to load. */
const IMPORT_LIMIT = 10_000
const MANIFEST = 'package.json'

/**
 * Loads the plug-ins in the sub-folders of a folder, in the order of their names. Sub-folders without a `package.json` are none.
 * A plug-in that fails leaves its sentence behind and never keeps the others from loading.
 * @param folder null if the operator has set none
 * @param limit milliseconds that each module has to load
 */
export async function loadPlugins(folder: string | null, limit = IMPORT_LIMIT): Promise<LoadedPlugins> {
  if (folder === null) return { plugins: [], problem: null }
  const place = resolve(folder)
  try {
    const entries = await readdir(place, { withFileTypes: true })
    const names = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name)
    const found = await Promise.all(names.sort().map((name) => loadFrom(join(place, name), name, limit)))
    return { plugins: found.filter((plugin) => plugin !== null), problem: null }
  } catch (error) {
    return { plugins: [], problem: `The folder of plug-ins ${place} cannot be read: ${messageOf(error)}.` }
  }
}

/**
 * Loads the plug-in in a folder.
 * @param name what to call it until its `package.json` is read
 * @returns null if the folder has no `package.json`
 */
export async function loadFrom(folder: string, name: string, limit = IMPORT_LIMIT): Promise<LoadedPlugin | null> {
  let known = name
  const failed = (reason: string): LoadedPlugin => {
    const problem = `The plug-in ${known} was not loaded: ${reason.replace(/\.$/, '')}.`
    return { name: known, entry: '', problem, dataSources: [], destinations: [], visualizations: [] }
  }
  try {
    const text = await manifestText(folder)
    if (text === null) return null
    const manifest = readManifest(text)
    known = `${manifest.name} ${manifest.version}`
    const { contract } = manifest.sightline
    if (contract !== CONTRACT)
      return failed(`it is written for version ${contract} of the contract, and this Sightline has version ${CONTRACT}`)
    const place = await realpath(folder)
    const entry = pathToFileURL(join(place, manifest.main)).href
    const types = readPlugin(await importWithin(entry, limit))
    const visualizations = await Promise.all(types.visualizations.map((type) => withScript(type, place)))
    return { name: known, entry, problem: null, ...types, visualizations }
  } catch (error) {
    return failed(messageOf(error))
  }
}

async function manifestText(folder: string): Promise<string | null> {
  try {
    return await readFile(join(folder, MANIFEST), 'utf8')
  } catch (error) {
    // ENOTDIR: a symbolic link to a file.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}

function readManifest(text: string): Manifest {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new Error(`its ${MANIFEST} is no JSON (${messageOf(error)})`)
  }
  const { data, error } = Manifest.safeParse(json)
  if (error) throw new Error(`its ${MANIFEST} is incomplete (${firstIssue(error)})`)
  return data
}

/** Imports a module and returns its default export. @throws Error if it has not loaded within the limit */
async function importWithin(url: string, limit: number): Promise<unknown> {
  const done = new AbortController()
  const late = after(limit, null, { signal: done.signal }).then(() => {
    throw new Error(`its module did not load within ${limit / 1000} seconds`)
  })
  // The timer that is ended below rejects too.
  late.catch(() => {})
  try {
    const module: { default?: unknown } = await Promise.race([import(url), late])
    return module.default
  } finally {
    done.abort()
  }
}

/** The first line of a message: those of Node.js go on with a list of importing modules. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
