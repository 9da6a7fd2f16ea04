import { describe, expect, it } from 'vitest'
import { codeAt, newSecret, stepAt, stepOf, totpUri } from './totp.ts'

/** `12345678901234567890`, the secret of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('the codes of an authenticator app', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238 at %s seconds (OPEN-309)', (seconds, code) => {
    const step = stepAt(new Date(seconds * 1000))
    expect(codeAt(SECRET, step, 8)).toBe(code)
    expect(codeAt(SECRET, step)).toBe(code.slice(2))
  })

  it('are accepted one step early or late, and not two (OPEN-309)', () => {
    const now = new Date('2026-05-31T08:00:10Z')
    const step = stepAt(now)
    const accepted = [-2, -1, 0, 1, 2].map((shift) => stepOf(SECRET, codeAt(SECRET, step + shift), now, 0))
    expect(accepted).toEqual([null, step - 1, step, step + 1, null])
  })

  it('are not accepted twice, nor after a later one (OPEN-309)', () => {
    const now = new Date('2026-05-31T08:00:10Z')
    const step = stepAt(now)
    expect(stepOf(SECRET, codeAt(SECRET, step), now, step)).toBeNull()
    expect(stepOf(SECRET, codeAt(SECRET, step - 1), now, step)).toBeNull()
    expect(stepOf(SECRET, codeAt(SECRET, step + 1), now, step)).toBe(step + 1)
  })

  it('may be typed with spaces, and are otherwise digits alone (OPEN-309)', () => {
    const now = new Date('2026-05-31T08:00:10Z')
    const code = codeAt(SECRET, stepAt(now))
    expect(stepOf(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)} `, now, 0)).toBe(stepAt(now))
    for (const wrong of ['', '0', `${code}0`, '１２３４５６', 'x'.repeat(1000)])
      expect(stepOf(SECRET, wrong, now, 0)).toBeNull()
  })

  it('come from a random secret of 160 bits, which the QR code holds with account and issuer (OPEN-309)', () => {
    expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newSecret()).not.toBe(newSecret())
    expect(totpUri({ secret: SECRET, account: 'ada@example.com', issuer: 'Acme: BI & more' })).toBe(
      `otpauth://totp/Acme%20%20BI%20%26%20more:ada%40example.com?secret=${SECRET}&issuer=Acme%20%20BI%20%26%20more`,
    )
  })
})
