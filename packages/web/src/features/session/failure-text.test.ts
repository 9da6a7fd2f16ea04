import { expect, it } from 'vitest'
import { failureText } from './failure-text.ts'

it.each([
  ['1', 'Wrong email or password.'],
  ['<script>', 'Wrong email or password.'],
  ['toString', 'Wrong email or password.'],
  ['account_disabled', 'Your account is disabled. Please ask an administrator to enable it.'],
  ['account_throttled', 'Too many sign-in attempts. Please wait some minutes and try again.'],
])('the sign-in page shows for the error %j: %s', (error, text) => {
  expect(failureText(error)).toBe(text)
})
