import { expect, it } from 'vitest'
import { callerNetwork, embeddedIpv4, isAmong } from './networks.ts'

it('checks whether an address is in a list of addresses and networks', () => {
  const networks = ['10.1.0.0/16', '192.0.2.1', 'fd00::/8']
  for (const address of ['10.1.2.3', '192.0.2.1', '::ffff:10.1.0.1', 'fd12::1']) expect(isAmong(address, networks)).toBe(true)
  for (const address of ['10.2.0.1', '192.0.2.2', '::1', 'fe80::1', '', 'nonsense'])
    expect(isAmong(address, networks)).toBe(false)
})

it('treats an IPv4 address, and the /64 network of an IPv6 address, as one caller', () => {
  expect(callerNetwork('192.0.2.1')).toBe('192.0.2.1')
  expect(callerNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1')
  const one = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002::192.0.2.1', '2001:db8:1:2::1%eth0']
  for (const address of one) expect(callerNetwork(address)).toBe('2001:db8:1:2::/64')
  expect(callerNetwork('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(callerNetwork('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(callerNetwork('::1')).toBe('0:0:0:0::/64')
})

it('finds the IPv4 address embedded in an IPv6 address', () => {
  const leads = {
    '::ffff:10.0.0.7': '10.0.0.7',
    '::ffff:a00:7': '10.0.0.7',
    '::10.0.0.7': '10.0.0.7',
    '::ffff:0:10.0.0.7': '10.0.0.7',
    '64:ff9b::a9fe:a9fe': '169.254.169.254',
    '2002:a9fe:a9fe::': '169.254.169.254',
    '2002:7f00:1:2::3': '127.0.0.1',
  }
  for (const [address, ipv4] of Object.entries(leads)) expect(embeddedIpv4(address), address).toBe(ipv4)
  for (const address of ['::', '::1', 'fd00::a00:7', '2001:db8::1', 'fe80::1%eth0', '10.0.0.7', 'nonsense'])
    expect(embeddedIpv4(address), address).toBeNull()
})
