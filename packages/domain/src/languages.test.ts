import { describe, expect, it } from 'vitest'
import { acceptedLanguage } from './languages.ts'

describe('the language of somebody who has chosen none', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['en;q=0.5, ja', 'ja'],
    ['fr, ja;q=0.2, en;q=0.1', 'ja'],
    ['EN-us', 'en'],
    ['den', null],
    ['de;q=0', null],
    ['de;q=x, ja;q=0.1', 'ja'],
    ['*', null],
    ['', null],
    [undefined, null],
  ])('is the one with the highest weight of those that we have: %s leads to %s (OPEN-461)', (accepted, language) => {
    expect(acceptedLanguage(accepted)).toBe(language)
  })
})
