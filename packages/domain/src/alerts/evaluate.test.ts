import type { AlertOperator } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate, isNumeric } from './evaluate.ts'

const found = (value: Cell, op: AlertOperator, reference: number | string) => evaluate({ op, value: reference }, value)

describe('an alert on a number', () => {
  it('triggers if the number is greater than, less than, or equal to the reference (ALERT-13, ALERT-33)', () => {
    expect([found(5, 'greater than', 4), found(4, 'greater than', 4)]).toEqual(['triggered', 'ok'])
    expect([found(3, 'less than', 4), found(4, 'less than', 4)]).toEqual(['triggered', 'ok'])
    expect([found(4, 'equals', 4), found(4.1, 'equals', 4)]).toEqual(['triggered', 'ok'])
  })

  it('supports operators as signs and as words (OPEN-89)', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true, noDefaultInfinity: true }), (value, reference) => {
        fc.pre(Number.isFinite(value))
        expect(found(value, '>', reference)).toBe(found(value, 'greater than', reference))
        expect(found(value, '<', reference)).toBe(found(value, 'less than', reference))
        expect(found(value, '==', reference)).toBe(found(value, 'equals', reference))
        // Each sign is the opposite of another one.
        expect(found(value, '>=', reference) === 'triggered').toBe(found(value, '<', reference) === 'ok')
        expect(found(value, '<=', reference) === 'triggered').toBe(found(value, '>', reference) === 'ok')
        expect(found(value, '!=', reference) === 'triggered').toBe(found(value, '==', reference) === 'ok')
      }),
    )
  })

  it('never triggers with an unknown operator (OPEN-89)', () => {
    expect(evaluate({ op: '=' as AlertOperator, value: 4 }, 4)).toBe('ok')
    expect(evaluate({ op: 'toString' as AlertOperator, value: 4 }, 4)).toBe('ok')
  })

  it('accepts a number as text for the reference, and is unknown for any other text', () => {
    expect([found(5, '>', ' 4.5e0 '), found(5, '>', 'four'), found(5, '>', '0x1')]).toEqual(['triggered', 'unknown', 'unknown'])
  })

  it('compares all digits', () => {
    expect([found('9007199254740993', '==', '9007199254740992'), found('9007199254740993', '>', '9007199254740992')]).toEqual([
      'ok',
      'triggered',
    ])
  })
})

describe('an alert on a value that is not a number', () => {
  it('is unknown without a value (ALERT-33)', () => {
    fc.assert(
      fc.property(fc.constantFrom<AlertOperator>('>', '==', '!=', 'less than'), fc.integer(), (op, reference) => {
        expect(found(null, op, reference)).toBe('unknown')
      }),
    )
  })

  it('reads numeric texts as numbers', () => {
    expect([found('12', '>', 9), found(' 1e3 ', '<', 9), found('-.5', '<', 0)]).toEqual(['triggered', 'ok', 'triggered'])
    expect(['', ' ', '1_000', 'Infinity', 'nan', '0x10', '1,5'].map(isNumeric)).toEqual(Array(7).fill(false))
  })

  it('compares other texts as texts: equality is always known, an order only if it holds', () => {
    expect([found('down', 'equals', 'down'), found('up', 'equals', 'down'), found('up', '!=', 'down')]).toEqual([
      'triggered',
      'ok',
      'triggered',
    ])
    expect([found('b', '>', 'a'), found('a', '>', 'b')]).toEqual(['triggered', 'unknown'])
    expect(found('2026-01-02', 'greater than', '2026-01-01')).toBe('triggered')
  })

  it('compares booleans as the texts true and false', () => {
    expect([found(true, '==', 'true'), found(false, 'equals', 'true'), found(true, '>', 1)]).toEqual([
      'triggered',
      'ok',
      'triggered',
    ])
  })
})

describe('a comparison at its limits', () => {
  it.each<[AlertOperator, [string, string, string]]>([
    ['>', ['ok', 'ok', 'triggered']],
    ['>=', ['ok', 'triggered', 'triggered']],
    ['<', ['triggered', 'ok', 'ok']],
    ['<=', ['triggered', 'triggered', 'ok']],
    ['==', ['ok', 'triggered', 'ok']],
    ['!=', ['triggered', 'ok', 'triggered']],
  ])('gives the correct result of %s for numbers below, at and above the reference', (op, states) => {
    expect([found(3, op, 4), found(4, op, 4), found(5, op, 4)]).toEqual(states)
    expect([found('3.5', op, '4.5'), found('4.5', op, '4.5'), found('5.5', op, '4.5')]).toEqual(states)
  })

  it('compares integers with signs and spaces around them digit by digit', () => {
    expect(found(' +9007199254740993 ', '>', '9007199254740992')).toBe('triggered')
    expect(found('-9007199254740993', '<', '-9007199254740992')).toBe('triggered')
  })

  it('compares an infinite number as a number', () => {
    expect([found(Number.POSITIVE_INFINITY, '<', 4), found(Number.NEGATIVE_INFINITY, '<', 4)]).toEqual(['ok', 'triggered'])
  })

  it('compares texts for equality with any operator', () => {
    expect([found('a', '>=', 'a'), found('a', '<=', 'a'), found('a', '<', 'a')]).toEqual(['triggered', 'triggered', 'unknown'])
    expect(found('down', '!=', 'down')).toBe('ok')
    expect(found('Infinity', '==', 'Infinity')).toBe('triggered')
  })

  it('stays ok with an unknown operator, for texts as well', () => {
    expect(evaluate({ op: '=' as AlertOperator, value: 'up' }, 'down')).toBe('ok')
    expect(evaluate({ op: 'toString' as AlertOperator, value: 'up' }, 'down')).toBe('ok')
  })
})
