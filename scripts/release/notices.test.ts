import { describe, expect, it } from 'vitest'
import { noticesOf, type ThirdPartyPackage } from './notices.ts'

const one = (name: string, fields: Partial<ThirdPartyPackage> = {}): ThirdPartyPackage => ({
  name,
  version: '1.0.0',
  license: 'MIT',
  author: '',
  texts: [`Copyright of ${name}`],
  isElsewhere: false,
  ...fields,
})

const STANDARD = { MIT: 'Copyright (c) <authors>\n\nPermission is hereby granted' }

describe('the third-party notices', () => {
  it('name each package with its version, license and the text of its license (OPEN-271)', () => {
    const notices = noticesOf([one('b', { texts: ['License of b', 'Notice of b'] }), one('a')], STANDARD)
    expect(notices).toContain('a 1.0.0 (MIT)\n\nCopyright of a\n')
    expect(notices).toContain('b 1.0.0 (MIT)\n\nLicense of b\n\nNotice of b\n')
    expect(notices.indexOf('a 1.0.0')).toBeLessThan(notices.indexOf('b 1.0.0'))
  })

  it('contain a text once that several packages share (OPEN-271)', () => {
    const notices = noticesOf([one('b', { texts: ['Same'] }), one('a', { texts: ['Same'] })], STANDARD)
    expect(notices).toContain('a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n\nSame\n')
  })

  it('use the text of the package that chooses among builds for platforms (OPEN-271)', () => {
    const notices = noticesOf([one('engine'), one('engine-darwin-x64', { texts: [], isElsewhere: true })], STANDARD)
    expect(notices).toContain('engine 1.0.0 (MIT)\nengine-darwin-x64 1.0.0 (MIT), on other platforms\n\nCopyright of engine\n')
  })

  it('use the standard text for a package without one, with its author (OPEN-271)', () => {
    expect(noticesOf([one('a', { texts: [], author: 'Ada' })], STANDARD)).toContain('Copyright (c) Ada\n\nPermission')
    expect(noticesOf([one('a', { texts: [] })], STANDARD)).toContain('Copyright (c) The authors of a')
  })

  it('are refused if there is no text for a license (OPEN-271)', () => {
    const silent = one('a', { texts: [], license: 'MPL-2.0' })
    expect(() => noticesOf([silent], STANDARD)).toThrow(
      'a comes without the text of its license, MPL-2.0, and we have none either.',
    )
  })
})
