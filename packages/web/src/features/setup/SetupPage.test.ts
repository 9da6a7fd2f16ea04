import { expect, it } from 'vitest'
import { passwordStrength } from './SetupPage.tsx'

it.each([
  ['', 0],
  ['abc12', 1],
  ['aaaaaaaaaaaa', 1],
  ['sunny day', 2],
  ['Sunny day 7', 3],
  ['a walk along the river', 4],
] as const)('rates %j with %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
