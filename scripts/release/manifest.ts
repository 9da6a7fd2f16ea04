import {
  COPIED_PACKAGES,
  type LockedPackage,
  type LockedPackages,
  packageIn,
  productionPackages,
  SERVER_WORKSPACES,
} from './production-packages.ts'

/** The package.json and npm-shrinkwrap.json of a release. */
export interface ReleaseManifest {
  manifest: Record<string, unknown>
  /** Installs exactly the versions that were tested, as package-lock.json does in the repository. */
  shrinkwrap: Record<string, unknown>
}

/** Fields of package.json that a release adds or sets. */
interface ReleaseFields {
  version: string
  description: string
  license: string
  /** The range of Node.js versions. */
  node: string
  /** Path of the program `sightline`. */
  program: string
}

const NAME = 'sightline'
/** The file of the types for authors of plug-ins. */
export const PLUGIN_TYPES = 'plugin.d.ts'
const EXPORTS = { './plugin': { types: `./${PLUGIN_TYPES}` }, './package.json': './package.json' }

/**
 * Describes a release to npm. It depends on what its modules import, in the versions of package-lock.json.
 * @param imported names of the npm packages that the modules of the release import
 * @throws Error with a sentence if the production dependencies of the workspaces are other packages than these
 */
export function releaseManifest(
  imported: ReadonlySet<string>,
  locked: LockedPackages,
  { version, description, license, node, program }: ReleaseFields,
): ReleaseManifest {
  const dependencies = dependenciesOf(imported, locked)
  const common = { version, license, dependencies, bin: { [NAME]: program }, engines: { node } }
  return {
    manifest: { name: NAME, description, type: 'module', exports: EXPORTS, ...common },
    shrinkwrap: {
      name: NAME,
      version,
      lockfileVersion: 3,
      requires: true,
      packages: { '': { name: NAME, ...common }, ...lockedForRelease(locked) },
    },
  }
}

function dependenciesOf(imported: ReadonlySet<string>, locked: LockedPackages): Record<string, string> {
  const declared = SERVER_WORKSPACES.flatMap((workspace) => Object.entries(locked[workspace]?.dependencies ?? {}))
  const dependencies = Object.fromEntries(declared.filter(([name]) => !name.startsWith('@sightline/')).sort())
  const missing = [...imported].filter((name) => !(name in dependencies) && !COPIED_PACKAGES.includes(name))
  if (missing.length > 0)
    throw new Error(`The release imports what no package.json has as a dependency: ${missing.join(', ')}.`)
  const unused = Object.keys(dependencies).filter((name) => !imported.has(name))
  if (unused.length > 0)
    throw new Error(`The release does not import these dependencies, so they belong to devDependencies: ${unused.join(', ')}.`)
  return dependencies
}

function lockedForRelease(locked: LockedPackages): Record<string, LockedPackage> {
  return Object.fromEntries(
    productionPackages(locked, SERVER_WORKSPACES).map((folder) => {
      if (!folder.startsWith('node_modules/')) throw new Error(`${folder} is not at the top, where a release would find it.`)
      // In the repository, development may need it too.
      const { dev: _, devOptional: __, ...entry } = locked[folder] ?? {}
      return [folder, { ...entry, resolved: tarballOf(packageIn(folder), entry.version) }]
    }),
  )
}

/** With the URL of the tarball, npm takes it from its cache without asking the registry about the package. */
const tarballOf = (name: string, version = '') =>
  `https://registry.npmjs.org/${name}/-/${name.replace(/^@[^/]+\//, '')}-${version}.tgz`
