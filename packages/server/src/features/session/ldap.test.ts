import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeFilterValue } from './ldap.ts'

it('escapes the characters that would end a filter value, and no others', () => {
  expect(escapeFilterValue('*)(uid=*')).toBe('\\2a\\29\\28uid=\\2a')
  expect(escapeFilterValue('a\\b\0')).toBe('a\\5cb\\00')
  expect(escapeFilterValue('ada+test@example.com')).toBe('ada+test@example.com')
})

it('leaves no special character of filters unescaped, whatever the input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const escaped = escapeFilterValue(text)
      expect(escaped).not.toMatch(/[*()\0]/)
      expect(escaped.replace(/\\([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))).toBe(text)
    }),
  )
})
