import { describe, expect, it } from 'vitest'
import { commandsFor, fits } from './commands.ts'

const labels = (permissions: Parameters<typeof commandsFor>[0], term = '') => {
  const { pages, actions } = commandsFor(permissions, term)
  return [...pages, ...actions].map(({ label }) => label)
}

describe('the command palette', () => {
  it('offers only the commands that the user may use', () => {
    expect(labels([])).toEqual([
      'Home',
      'About Sightline',
      'Account',
      'New Alert',
      'Keyboard Shortcuts',
      'Theme: Light',
      'Theme: Dark',
      'Theme: As the System',
      'Log out',
    ])
    expect(labels(['view_query', 'create_query'])).toEqual(
      expect.arrayContaining(['All Queries', 'My Queries', 'New Query', 'Archived Queries']),
    )
    expect(labels(['view_query'])).not.toContain('New Query')
    expect(labels(['admin'])).toContain('Data Sources')
  })

  it('finds labels by the starts of their words', () => {
    expect(labels(['view_query', 'create_query'], 'que fav')).toEqual(['Favorite Queries'])
    expect(fits('Theme: Dark', 'dar')).toBe(true)
    expect(fits('Theme: Dark', 'ark')).toBe(false)
    expect(fits('New Query', '  ')).toBe(true)
  })
})
