import { describe, expect, it } from 'vitest'
import { isAllowed, licenseOf, refuseOtherLicenses } from './licenses.ts'

describe('the list of licenses', () => {
  it.each([
    ['MIT', true],
    ['(Apache-2.0 OR UPL-1.0)', true],
    ['GPL-3.0-only OR MIT', true],
    ['MIT AND OFL-1.1', true],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT OR GPL-2.0-only) AND ISC', true],
    ['(MIT OR ISC) AND (GPL-2.0-only OR AGPL-3.0-only)', false],
    ['GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['', false],
  ])('decides about "%s": %s (OPEN-271)', (expression, expected) => {
    expect(isAllowed(expression)).toBe(expected)
  })

  it('refuses others with one sentence that names each package (OPEN-271)', () => {
    const packages = [
      { name: 'good', version: '1.0.0', license: 'MIT' },
      { name: 'viral', version: '2.0.0', license: 'AGPL-3.0-only' },
      { name: 'silent', version: '3.0.0', license: '' },
    ]
    expect(() => refuseOtherLicenses(packages)).toThrow(
      'The licenses of these packages are not on the list in scripts/release/licenses.ts: viral 2.0.0 (AGPL-3.0-only), silent 3.0.0 (none named).',
    )
    expect(() => refuseOtherLicenses(packages.slice(0, 1))).not.toThrow()
  })

  it.each([
    [{ name: 'a', license: 'ISC' }, 'ISC'],
    [{ name: 'a', licenses: [{ type: 'MIT', url: 'https://example.com' }, { type: 'Apache-2.0' }] }, 'MIT OR Apache-2.0'],
    [{ name: 'a' }, ''],
  ])('reads the license of %j (OPEN-271)', (fields, license) => {
    expect(licenseOf(fields)).toBe(license)
  })
})
