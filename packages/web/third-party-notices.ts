import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'
import { refuseOtherLicenses } from '../../scripts/release/licenses.ts'
import { noticesOf, thirdPartyPackage } from '../../scripts/release/notices.ts'
import {
  COPIED_PACKAGES,
  type LockedPackages,
  productionPackages,
  SERVER_WORKSPACES,
} from '../../scripts/release/production-packages.ts'

const root = join(import.meta.dirname, '../..')
const LICENSE_TEXTS = join(root, 'scripts/release/license-texts')

/**
 * Writes `THIRD-PARTY-NOTICES.txt`: the licenses of the packages that are in the bundle, and of those that the server needs. The build
 * fails if one of them is not on our list of licenses. Our own license is `LICENSE.txt`.
 */
export const thirdPartyNotices: Plugin = {
  name: 'third-party-notices',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const styles = [...this.getModuleIds()].filter((id) => /\.css($|\?)/.test(id))
    const inBundle = [...chunks.flatMap(({ moduleIds }) => moduleIds), ...styles].flatMap(packageFolder)
    const locked: LockedPackages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const folders = new Set([
      ...inBundle,
      ...COPIED_PACKAGES.map((name) => `node_modules/${name}`),
      ...productionPackages(locked, SERVER_WORKSPACES),
    ])
    const packages = [...folders].map((folder) => thirdPartyPackage(root, folder, locked))
    refuseOtherLicenses(packages)
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES.txt', source: noticesOf(packages, standardTexts()) })
    this.emitFile({ type: 'asset', fileName: 'LICENSE.txt', source: readFileSync(join(root, 'LICENSE')) })
  },
}

/** The folder of the package that a module belongs to; none for modules of ours and of the bundler. */
function packageFolder(id: string): string[] {
  const path = relative(root, id.replace(/^\0/, '')).split(sep).join('/')
  const folder = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0]
  return folder === undefined ? [] : [folder]
}

function standardTexts(): Record<string, string> {
  const texts = readdirSync(LICENSE_TEXTS).map((file) => [
    file.replace(/\.txt$/, ''),
    readFileSync(join(LICENSE_TEXTS, file), 'utf8'),
  ])
  // Its appendix names the authors of Sightline.
  const [apache = ''] = readFileSync(join(root, 'LICENSE'), 'utf8').split('APPENDIX:')
  return { ...Object.fromEntries(texts), 'Apache-2.0': `Copyright <authors>\n\n${apache.trim()}` }
}
