import { describe, expect, it } from 'vitest'
import { acceptedLanguage } from './languages.ts'

describe('the language of somebody who has chosen none', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['en;q=0.5, ja', 'ja'],
    ['fr, ja;q=0.2, en;q=0.1', 'ja'],
    ['EN-us', 'en'],
    ['den', 'en'],
    ['de;q=0', 'en'],
    ['de;q=x, ja;q=0.1', 'ja'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('is the one with the highest weight of those that we have: %s leads to %s (OPEN-461)', (accepted, language) => {
    expect(acceptedLanguage(accepted)).toBe(language)
  })
})
