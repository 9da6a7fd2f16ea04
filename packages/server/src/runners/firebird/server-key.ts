/** Offset of the key data, by type of the packets that carry the server's key. */
const KEY_AT: Record<number, number> = { 92: 4, 94: 16, 98: 16 }
const ZERO = 0x30
const SALT = /^[0-9A-F]+$/

/**
 * Aligns the server's key in a packet. Salt and key are sent as hexadecimal digits with their lengths; the driver expects the
 * key at a multiple of four bytes, which is wrong if the salt has leading zeros omitted. About one user in sixteen could not
 * sign in. Leading zeros do not change the key, so they fill the gap.
 * @param packet changed in place; other packets are left alone
 */
export function alignServerKey(packet: Buffer): void {
  const at = packet.length >= 24 ? KEY_AT[packet.readUInt32BE(0)] : undefined
  if (at === undefined) return
  const length = packet.readUInt32BE(at)
  const start = at + 4
  const saltLength = packet.readUInt16LE(start)
  const keyStart = start + 2 + saltLength + 2
  const end = start + length
  if (length < 8 || end > packet.length || keyStart >= end) return
  if (!SALT.test(packet.toString('latin1', start + 2, keyStart - 2))) return
  const expected = start + ((saltLength + 5) & ~3)
  // The driver does not read the length of the key.
  if (expected < keyStart) packet.fill(ZERO, expected, keyStart)
  else if (expected > keyStart && end < packet.length) {
    // Packets are padded to a multiple of four bytes, so there is room after the key.
    packet.copyWithin(keyStart + 1, keyStart, end)
    packet[keyStart] = ZERO
    packet.writeUInt32BE(length + 1, at)
  }
}
