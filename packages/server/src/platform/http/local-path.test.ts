import { expect, it } from 'vitest'
import { localPath } from './local-path.ts'

it.each([
  ['/', '/'],
  ['/queries/5?p_a=1#x', '/queries/5?p_a=1#x'],
  ['queries/5', 'queries/5'],
  ['?next=1', '?next=1'],
  ['https://evil.example/queries?x=1#y', '/queries?x=1#y'],
  ['//evil.example/queries', '/queries'],
  ['https://evil.example?x=1', '/?x=1'],
])('OPEN-66 keeps path, query and fragment of %s', (next, expected) => {
  expect(localPath(next)).toBe(expected)
})

it.each([
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  'https://x//evil.example',
  'https:////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'HTTPS:evil.example',
  ' //evil.example',
  '/\t/evil.example',
  '/\r\nSet-Cookie: a=b',
])('OPEN-66 leads home instead of %j', (next) => {
  expect(localPath(next)).toBe('./')
})
