import { describe, expect, it } from 'vitest'
import { subscriptionIdIn, unsubscribeToken } from './unsubscribe-link.ts'

const KEY = 'a key of tests that is long enough for it'

describe('the link that ends a subscription', () => {
  it('identifies one subscription of this installation', () => {
    expect(subscriptionIdIn(KEY, unsubscribeToken(KEY, 7))).toBe(7)
    expect(subscriptionIdIn('another key that is just as long as it is', unsubscribeToken(KEY, 7))).toBeNull()
    expect(subscriptionIdIn(KEY, unsubscribeToken(KEY, 7).replace('7.', '8.'))).toBeNull()
  })

  it('is rejected if it is forged', () => {
    for (const wrong of [
      '',
      '7',
      '7.',
      '.',
      `07${unsubscribeToken(KEY, 7).slice(1)}`,
      `${unsubscribeToken(KEY, 7)}x`,
      '99999999999.x',
      '-1.x',
    ])
      expect(subscriptionIdIn(KEY, wrong)).toBeNull()
  })
})
