import { describe, expect, it } from 'vitest'
import { passwordProblem, refuseWeakPassword } from './credential-policy.ts'

const ADA = { name: 'Ada Lovelace', email: 'a.lovelace@example.com' }
const problemOf = (password: string) => passwordProblem(password, ADA, new Set(['password1', 'iloveyou']))

describe('a new password', () => {
  it('is refused with fewer than 6 characters (USER-47)', () => {
    expect([problemOf('zq4-8'), problemOf('zq4-81')]).toEqual(['password_too_short', null])
  })

  it('is refused if it is a common one, in any case', () => {
    expect([problemOf('ILoveYou'), problemOf(' password1 '), problemOf('iloveyou all')]).toEqual([
      'password_common',
      'password_common',
      null,
    ])
  })

  it('is refused if it is the name or the email address of its user', () => {
    for (const password of ['Ada Lovelace', 'adalovelace', 'A.Lovelace@example.com', 'a.lovelace'])
      expect([password, problemOf(password)]).toEqual([password, 'password_personal'])
    expect(problemOf('Ada Lovelace counts')).toBeNull()
  })

  it('is compared with a list of common passwords', async () => {
    for (const password of ['password', '12345678', 'qwertyuiop', 'Football', '1q2w3e4r5t'])
      await expect(refuseWeakPassword(password, ADA)).rejects.toMatchObject({ code: 'password_common' })
    await expect(refuseWeakPassword('a good password', ADA)).resolves.toBeUndefined()
  })
})
