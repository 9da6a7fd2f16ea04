import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { licenseOf } from './licenses.ts'
import { type LockedPackages, packageIn } from './production-packages.ts'

/** A package of somebody else, for the notices. */
export interface ThirdPartyPackage {
  name: string
  version: string
  /** An SPDX expression; '' if none is named. */
  license: string
  author: string
  /** The texts of its license and its notices; empty if it has none with it. */
  texts: string[]
  /** Not installed here, because it is for another platform. */
  isElsewhere: boolean
}

const LEGAL_FILE = /(^|\.)(licen[cs]e|copying|notice)/i

/**
 * Reads what a package says about its license.
 * @param folder relative to the root, such as `node_modules/pg`
 */
export function thirdPartyPackage(root: string, folder: string, locked: LockedPackages): ThirdPartyPackage {
  const name = packageIn(folder)
  const { version = '', license } = locked[folder] ?? {}
  const path = join(root, folder)
  if (!existsSync(join(path, 'package.json')))
    return { name, version, license: license ?? '', author: '', texts: [], isElsewhere: true }
  const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const files = readdirSync(path, { withFileTypes: true }).filter((file) => file.isFile() && LEGAL_FILE.test(file.name))
  return {
    name,
    version,
    license: licenseOf({ ...manifest, name }),
    author: authorOf(manifest.author),
    texts: files.map((file) => tidied(readFileSync(join(path, file.name), 'utf8'))),
    isElsewhere: false,
  }
}

function authorOf(author: unknown): string {
  if (typeof author === 'string') return author.replace(/\s*[<(].*/, '')
  return typeof author === 'object' && author !== null && 'name' in author ? String(author.name) : ''
}

const tidied = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .trim()

const LINE = '-'.repeat(80)

/**
 * The notices of a release: the packages that it contains or that its server loads, with the texts of their licenses. Packages with
 * the same texts share them.
 * @param standardTexts the texts of licenses by SPDX identifier, for packages without a text
 */
export function noticesOf(packages: readonly ThirdPartyPackage[], standardTexts: Readonly<Record<string, string>>): string {
  const sorted = packages.toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
  const groups = Map.groupBy(sorted, (one) => textOf(one, sorted, standardTexts))
  const sections = [...groups].map(([text, members]) => [...new Set(members.map(lineOf)), '', text].join('\n'))
  return `${[INTRODUCTION, ...sections].join(`\n\n${LINE}\n\n`)}\n`
}

const INTRODUCTION = `Third-party notices of Sightline

Sightline contains the following packages, or loads them at run time. Each is followed by its license.`

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const lineOf = ({ name, version, license, isElsewhere }: ThirdPartyPackage) =>
  `${name} ${version} (${license})${isElsewhere ? ', on other platforms' : ''}`

/** Programs for one platform are packages of their own, under the license of the package that chooses among them. */
function textOf(
  { name, license, author, texts }: ThirdPartyPackage,
  all: readonly ThirdPartyPackage[],
  standardTexts: Readonly<Record<string, string>>,
): string {
  if (texts.length > 0) return texts.join('\n\n')
  const chooser = all.find((other) => other.texts.length > 0 && other.license === license && name.startsWith(`${other.name}-`))
  if (chooser) return chooser.texts.join('\n\n')
  const standard = standardTexts[license]
  if (standard === undefined)
    throw new Error(`${name} comes without the text of its license, ${license}, and we have none either.`)
  return standard.replace('<authors>', author || `The authors of ${name}`)
}
