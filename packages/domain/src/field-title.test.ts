import { describe, expect, it } from 'vitest'
import { fieldTitle } from './field-title.ts'

describe('the title of a field without one', () => {
  it.each([
    ['port', 'Port'],
    ['connection_string', 'Connection String'],
    ['user-agent', 'User Agent'],
    ['useSsl', 'UseSsl'],
  ])('is made from its name: %s', (name, title) => {
    expect(fieldTitle(name)).toBe(title)
  })
})
