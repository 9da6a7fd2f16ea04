import { expect, it } from 'vitest'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'

it('makes ten different recovery codes that can be typed in any case, without dashes (OPEN-309)', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  const [code = ''] = codes
  expect(recoveryHash(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(recoveryHash(code))
  expect(recoveryHash(codes[1] ?? '')).not.toBe(recoveryHash(code))
})
