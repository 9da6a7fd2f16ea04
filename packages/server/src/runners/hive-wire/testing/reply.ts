import { type Encoded, struct } from '../thrift.ts'

/** The message of a reply that returns this struct. @param kind 2 for a reply, 3 for an exception */
export function reply(result: Encoded, { kind = 2, field = 0 } = {}): Buffer {
  const header = Buffer.from([0x80, 0x01, 0, kind, 0, 0, 0, 1, 0x78, 0, 0, 0, 0])
  return Buffer.concat([header, struct({ [field]: result }).bytes])
}
