import { describe, expect, it } from 'vitest'
import { reply } from './testing/reply.ts'
import { bool, CallRefused, callMessage, i16, i32, i64, map, NotThrift, replyIn, string, struct } from './thrift.ts'

describe("Thrift's binary protocol (OPEN-390)", () => {
  it('writes a call as other clients do', () => {
    const message = callMessage('CloseSession', struct({ 1: i32(7), 2: undefined, 3: bool(true) }))
    expect(message.toString('hex')).toBe(
      `80010001${'0000000c'}${Buffer.from('CloseSession').toString('hex')}00000000` +
        `0c0001${'08000100000007'}${'02000301'}00${'00'}`,
    )
  })

  it('reads what it writes', () => {
    const fields = {
      1: bool(false),
      2: i16(-2),
      3: i32(-3),
      4: i64(4_000_000_000),
      5: string('ü'),
      6: map({ a: 'b' }),
      7: struct({ 1: string(Buffer.of(0, 255)) }),
    }
    expect(replyIn(reply(struct(fields)))).toEqual({
      1: false,
      2: -2,
      3: -3,
      4: 4_000_000_000n,
      5: Buffer.from('ü'),
      6: [[Buffer.from('a'), Buffer.from('b')]],
      7: { 1: Buffer.of(0, 255) },
    })
  })

  it('reads doubles, bytes, sets and lists', () => {
    const bytes = Buffer.from('0400013ff8000000000000030002ff0e00030800000001000000050f000406000000020001fffe00', 'hex')
    expect(replyIn(reply({ type: 12, bytes }))).toEqual({ 1: 1.5, 2: -1, 3: [5], 4: [1, -2] })
  })

  it('passes on why the server refuses a call', () => {
    const refused = reply(string('Invalid method name: x'), { kind: 3, field: 1 })
    // An exception is a struct of its own, without the struct of a reply around it.
    expect(() => replyIn(refused)).toThrow(new CallRefused('Invalid method name: x'))
  })

  it.each([
    ['a text', Buffer.from('hello there, this is no Thrift')],
    ['nothing', Buffer.alloc(0)],
    ['a message that ends too early', reply(struct({ 1: string('a long text') })).subarray(0, 30)],
    ['an impossible length', Buffer.concat([reply(struct({})).subarray(0, 13), Buffer.from('0b00007fffffff', 'hex')])],
    ['an unknown type', Buffer.concat([reply(struct({})).subarray(0, 13), Buffer.from('110000', 'hex')])],
  ])('refuses %s', (_, message) => {
    expect(() => replyIn(message)).toThrow(NotThrift)
  })
})
