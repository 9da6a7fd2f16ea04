import { expect, it } from 'vitest'
import { isAmong } from './networks.ts'

it('tells whether an address is among addresses and networks', () => {
  const networks = ['10.1.0.0/16', '192.0.2.1', 'fd00::/8']
  for (const address of ['10.1.2.3', '192.0.2.1', '::ffff:10.1.0.1', 'fd12::1']) expect(isAmong(address, networks)).toBe(true)
  for (const address of ['10.2.0.1', '192.0.2.2', '::1', 'fe80::1', '', 'nonsense'])
    expect(isAmong(address, networks)).toBe(false)
})
