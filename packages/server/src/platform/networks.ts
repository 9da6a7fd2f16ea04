import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { ofKind } from './settings/setting.ts'

/** A list of addresses and networks in a setting. */
export const networkList = ofKind(
  'IP addresses and networks, comma-separated',
  z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine(
      (entries) => entries.every(isNetwork),
      'must be addresses or networks with commas between them, such as 10.0.0.7,10.1.0.0/16',
    ),
)

const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** Like `networkList`, with `loopback` for the addresses of this machine. */
export const proxyList = ofKind(
  'IP addresses and networks, comma-separated',
  z
    .string()
    .transform((list) => list.split(',').flatMap((entry) => (entry.trim() === 'loopback' ? LOOPBACK : entry.trim())))
    .refine(
      (entries) => entries.every(isNetwork),
      'must be addresses or networks with commas between them, such as 10.0.0.7,10.1.0.0/16, or loopback',
    ),
)

/** Whether the text is an address, or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Whether an address is in a list of addresses and networks. */
export const isAmong = (address: string, networks: readonly string[]): boolean => networkMatcher(networks)(address)

/** Like `isAmong`, for many addresses and one list. */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(bits), family)
  }
  return (address) => {
    const plain = plainAddress(address)
    return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Removes the zone of an address, and the IPv6 prefix that dual-stack sockets add to IPv4 addresses. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')

/**
 * The unit by which rate limits count callers: an IPv4 address, or the /64 network of an IPv6 address, because a caller with one
 * such address usually has the whole network.
 */
export function callerNetwork(address: string): string {
  const groups = isIP(plainAddress(address)) === 6 ? groupsOf(address) : []
  if (groups.length === 0) return plainAddress(address)
  return `${hexOf(groups.slice(0, 4))}::/64`
}

/**
 * IPv6 networks whose addresses embed IPv4 addresses: their first 16-bit groups, and the group at which the IPv4 address begins.
 */
const EMBEDDING: { groups: string; at: number }[] = [
  // Mapped, compatible, translated (RFC 2765), NAT64 (RFC 6052) and 6to4 (RFC 3056).
  { groups: '0:0:0:0:0:ffff', at: 6 },
  { groups: '0:0:0:0:0:0', at: 6 },
  { groups: '0:0:0:0:ffff:0', at: 6 },
  { groups: '64:ff9b:0:0:0:0', at: 6 },
  { groups: '2002', at: 1 },
]

/** The IPv4 address embedded in an IPv6 address; null if there is none. */
export function embeddedIpv4(address: string): string | null {
  const groups = groupsOf(address)
  const hex = hexOf(groups)
  // `::` and `::1` have the form of IPv4-compatible addresses.
  if (groups.length === 0 || hex === '0:0:0:0:0:0:0:0' || hex === '0:0:0:0:0:0:0:1') return null
  const found = EMBEDDING.find((network) => hex.startsWith(`${network.groups}:`))
  if (!found) return null
  const [high = 0, low = 0] = groups.slice(found.at)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

const hexOf = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(':')

/** The eight 16-bit groups of an IPv6 address; empty for any other text. */
function groupsOf(address: string): number[] {
  const plain = address.replace(/%.*$/, '')
  if (isIP(plain) !== 6) return []
  // The URL parser normalizes the address: no leading zeros, no dotted digits.
  const { hostname } = new URL(`http://[${plain}]`)
  const [before = '', after] = hostname.slice(1, -1).split('::')
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [parse(before), parse(after ?? '')]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}
