import { expect, it } from 'vitest'
import { failureText } from './passkeys.ts'

const named = (name: string) => Object.assign(new Error('The operation failed.'), { name })

it('says in one sentence why the browser returned no passkey (OPEN-310)', () => {
  expect(failureText(named('NotAllowedError'))).toBe('The browser returned no passkey. Please try again.')
  expect(failureText(named('InvalidStateError'))).toBe('This device already has a passkey for your account.')
  expect(failureText('?')).toBe('This browser could not use a passkey here.')
})
