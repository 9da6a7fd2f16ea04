import { expect, it } from 'vitest'
import { versionText } from './ProfileMenu.tsx'

it('the version text adds the first 8 characters of the page version if it differs from the server version (SHELL-31)', () => {
  expect(versionText('1.2.0', '1.2.0')).toBe('Version: 1.2.0')
  expect(versionText('1.2.0', '1.1.0-rc.1+abc')).toBe('Version: 1.2.0 (1.1.0-rc)')
})
