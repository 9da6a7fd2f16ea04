import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/** Addresses and networks as an operator lists them. */
export const networkList = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .refine(
    (entries) => entries.every(isNetwork),
    'must be addresses or networks with commas between them, such as 10.0.0.7,10.1.0.0/16',
  )

/** An address, or a network as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Whether an address belongs to one of these addresses and networks. */
export function isAmong(address: string, networks: readonly string[]): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(bits), family)
  }
  // A socket that takes both kinds writes IPv4 addresses like this.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}
