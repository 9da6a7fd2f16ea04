import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settingsPage } from '../../testing/settings-page.ts'

const PAGE = '../../../../../docs/reference/settings.md'

describe('the reference page of settings', () => {
  it('lists every setting with kind, meaning and default as they are declared (OPEN-281)', async () => {
    const page = readFileSync(new URL(PAGE, import.meta.url), 'utf8')
    await expect(settingsPage(page)).toMatchFileSnapshot(PAGE)
  })

  it('is refused if it has no place for the settings of a subject (OPEN-281)', () => {
    expect(() => settingsPage('# Settings\n\n## Server\n\nNothing.\n')).toThrow(
      'The page of settings needs the heading "Server" and a table below it.',
    )
  })
})
