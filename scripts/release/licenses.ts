/**
 * The licenses of packages that we may pass on, as SPDX identifiers (https://spdx.org/licenses). All of them may be combined with
 * our own, Apache-2.0.
 */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // It asks for the source of the library alone, which its authors publish.
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])

/** Licenses of packages whose package.json names none, read in their LICENSE file. */
const READ_BY_US: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

/** The fields of a package.json that say its license. */
export interface LicenseFields {
  name: string
  license?: unknown
  /** The form of older packages. */
  licenses?: unknown
}

/** The license of a package as an SPDX expression, such as `(MIT OR Apache-2.0)`; '' if it names none. */
export function licenseOf({ name, license, licenses }: LicenseFields): string {
  if (typeof license === 'string') return license
  const types = Array.isArray(licenses) ? licenses.map((one) => String(one?.type ?? one)) : []
  return types.length > 0 ? types.join(' OR ') : (READ_BY_US[name] ?? '')
}

/** Whether we may pass on a package with this SPDX expression. Of several licenses to choose from, one is enough. */
export function isAllowed(expression: string): boolean {
  const inner = /^\((.*)\)$/.exec(expression)?.[1]
  if (inner !== undefined && !/[()]/.test(inner)) return isAllowed(inner)
  const choices = splitOutside(expression, ' OR ')
  if (choices.length > 1) return choices.some(isAllowed)
  const parts = splitOutside(expression, ' AND ')
  return parts.length > 1 ? parts.every(isAllowed) : ALLOWED.has(expression)
}

/** Splits at a word that is not in parentheses. */
function splitOutside(expression: string, word: string): string[] {
  const parts = ['']
  for (const [index, piece] of expression.split(word).entries()) {
    const last = parts.at(-1) ?? ''
    const isOpen = last.split('(').length > last.split(')').length
    if (index > 0 && !isOpen) parts.push(piece)
    else parts[parts.length - 1] = index === 0 ? piece : last + word + piece
  }
  return parts
}

/** @throws Error with a sentence that names the packages whose license is not on the list */
export function refuseOtherLicenses(packages: readonly { name: string; version: string; license: string }[]): void {
  const refused = packages.filter(({ license }) => !isAllowed(license))
  if (refused.length === 0) return
  const names = refused.map(({ name, version, license }) => `${name} ${version} (${license || 'none named'})`)
  throw new Error(`The licenses of these packages are not on the list in scripts/release/licenses.ts: ${names.join(', ')}.`)
}
