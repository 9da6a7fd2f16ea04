import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserViewer } from '../context.ts'
import { languageParts, pageLanguage } from './page-language.ts'

const userWith = (language: UserViewer['language']): UserViewer => ({
  kind: 'user',
  id: 1,
  name: 'Ada',
  email: 'ada@example.com',
  language,
  groupIds: [],
  permissions: new Set(),
  keyScopes: null,
})

describe('the language of a page', () => {
  it('is the one that the user has chosen, whatever the browser accepts (OPEN-461)', () => {
    expect(pageLanguage(userWith('ja'), 'de')).toBe('ja')
    expect(pageLanguage(userWith('en'), 'de')).toBe('en')
  })

  it('is that of the browser for others, and that of the organization if the browser asks for none that we have (OPEN-461, OPEN-524)', () => {
    expect(pageLanguage(userWith(null), 'de-AT,en;q=0.5')).toBe('de')
    expect(pageLanguage({ kind: 'nobody', permissions: new Set() }, 'fr, ja;q=0.8')).toBe('ja')
    expect(pageLanguage({ kind: 'nobody', permissions: new Set() }, 'fr')).toBeNull()
    expect(pageLanguage({ kind: 'nobody', permissions: new Set() }, undefined)).toBeNull()
  })
})

describe('the parts of a page in a language', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'languages-'))
    writeFileSync(join(folder, 'languages.json'), JSON.stringify({ de: 'assets/language-de-1.js' }))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('are its name and the script with its texts; English has no script (OPEN-461)', () => {
    const parts = languageParts(folder)
    expect(parts('de')).toEqual({
      language: 'de',
      script: '<script defer src="./assets/language-de-1.js"></script>',
    })
    expect(parts('en')).toEqual({ language: 'en', script: '' })
  })

  it('are those of English if the build has no texts of the language (OPEN-461)', () => {
    expect(languageParts(folder)('ja').language).toBe('en')
    expect(languageParts(join(folder, 'missing'))('de').script).toBe('')
  })
})
