/** Packets of the protocol that bring the server's key: where in them its place is. */
const KEY_AT: Record<number, number> = { 92: 4, 94: 16, 98: 16 }
const ZERO = 0x30
const SALT = /^[0-9A-F]+$/

/**
 * Puts the server's key where the driver looks for it. A packet has a salt and a key, both in hexadecimal digits behind their
 * length; the driver takes the key to begin at a multiple of four bytes, which it does not when the salt, a number, has fewer
 * digits than most. Every sixteenth user would not get in. Zeros in front of the key change nothing of it, so they fill the gap.
 * @param packet changed in place; anything but such a packet is left as it is
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
  // The length of the key is not read by the driver.
  if (expected < keyStart) packet.fill(ZERO, expected, keyStart)
  else if (expected > keyStart && end < packet.length) {
    // There is room behind it, as packets are filled up to a multiple of four bytes.
    packet.copyWithin(keyStart + 1, keyStart, end)
    packet[keyStart] = ZERO
    packet.writeUInt32BE(length + 1, at)
  }
}
