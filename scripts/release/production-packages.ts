/** The entry of a package or a workspace in package-lock.json. */
export interface LockedPackage {
  version?: string
  license?: string
  /** The folder of a workspace that this entry links to. */
  resolved?: string
  link?: boolean
  integrity?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  [other: string]: unknown
}

/** The packages of package-lock.json, by their folder. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>

/** The workspaces that the server runs. */
export const SERVER_WORKSPACES = ['packages/contract', 'packages/domain', 'packages/server', 'packages/web'] as const

/** Packages of which a release contains some files, so that it does not depend on them. */
export const COPIED_PACKAGES: readonly string[] = ['swagger-ui-dist', 'vega-datasets']

/**
 * The npm packages that the workspaces need at run time, with all that these need in turn, also those for other platforms.
 * @returns the folders of the packages, such as `node_modules/pg`, sorted
 */
export function productionPackages(locked: LockedPackages, workspaces: readonly string[]): string[] {
  const reached = new Set<string>()
  const visit = (folder: string): void => {
    if (reached.has(folder)) return
    reached.add(folder)
    for (const name of neededBy(locked[folder] ?? {})) {
      const found = folderOf(locked, name, folder)
      if (found !== null) visit(locked[found]?.link ? (locked[found]?.resolved ?? found) : found)
    }
  }
  for (const workspace of workspaces) visit(workspace)
  return [...reached].filter((folder) => folder.includes('node_modules/')).sort()
}

/** Peers come along only if they must: an optional peer stands for something that the installation does not use. */
function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockedPackage): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers]
}

/** The folder that Node.js finds a package in, seen from another folder; null if it is not there. */
function folderOf(locked: LockedPackages, name: string, from: string): string | null {
  const own = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (locked[own]) return own
  if (from === '') return null
  const outer = from.lastIndexOf('/node_modules/')
  return folderOf(locked, name, outer < 0 ? '' : from.slice(0, outer))
}

/** The name of the package in a folder such as `node_modules/a/node_modules/@b/c`. */
export const packageIn = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
