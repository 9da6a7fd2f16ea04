import type { AlertOperator } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate, isNumeric } from './evaluate.ts'

const found = (value: Cell, op: AlertOperator, reference: number | string) => evaluate({ op, value: reference }, value)

describe('a number', () => {
  it('triggers when it is greater than, less than, or equals the reference (ALERT-13, ALERT-33)', () => {
    expect([found(5, 'greater than', 4), found(4, 'greater than', 4)]).toEqual(['triggered', 'ok'])
    expect([found(3, 'less than', 4), found(4, 'less than', 4)]).toEqual(['triggered', 'ok'])
    expect([found(4, 'equals', 4), found(4.1, 'equals', 4)]).toEqual(['triggered', 'ok'])
  })

  it('is compared by signs as by words (OPEN-89)', () => {
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

  it('never triggers by an operator that nobody knows (OPEN-89)', () => {
    expect(evaluate({ op: '=' as AlertOperator, value: 4 }, 4)).toBe('ok')
    expect(evaluate({ op: 'toString' as AlertOperator, value: 4 }, 4)).toBe('ok')
  })

  it('is compared with a reference that is written as a text, and is unknown beside one that is no number', () => {
    expect([found(5, '>', ' 4.5e0 '), found(5, '>', 'four'), found(5, '>', '0x1')]).toEqual(['triggered', 'unknown', 'unknown'])
  })

  it('keeps all of its digits', () => {
    expect([found('9007199254740993', '==', '9007199254740992'), found('9007199254740993', '>', '9007199254740992')]).toEqual([
      'ok',
      'triggered',
    ])
  })
})

describe('what is no number', () => {
  it('is unknown when there is no value (ALERT-33)', () => {
    fc.assert(
      fc.property(fc.constantFrom<AlertOperator>('>', '==', '!=', 'less than'), fc.integer(), (op, reference) => {
        expect(found(null, op, reference)).toBe('unknown')
      }),
    )
  })

  it('reads texts that are numbers as numbers', () => {
    expect([found('12', '>', 9), found(' 1e3 ', '<', 9), found('-.5', '<', 0)]).toEqual(['triggered', 'ok', 'triggered'])
    expect(['', ' ', '1_000', 'Infinity', 'nan', '0x10', '1,5'].map(isNumeric)).toEqual(Array(7).fill(false))
  })

  it('compares other texts as texts: equal or not is known, an order only where it holds', () => {
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

describe('the edges of a comparison', () => {
  it.each<[AlertOperator, [string, string, string]]>([
    ['>', ['ok', 'ok', 'triggered']],
    ['>=', ['ok', 'triggered', 'triggered']],
    ['<', ['triggered', 'ok', 'ok']],
    ['<=', ['triggered', 'triggered', 'ok']],
    ['==', ['ok', 'triggered', 'ok']],
    ['!=', ['triggered', 'ok', 'triggered']],
  ])('%s holds for numbers below, at and above the reference as it says', (op, states) => {
    expect([found(3, op, 4), found(4, op, 4), found(5, op, 4)]).toEqual(states)
    expect([found('3.5', op, '4.5'), found('4.5', op, '4.5'), found('5.5', op, '4.5')]).toEqual(states)
  })

  it('compares whole numbers with signs and spaces around them digit by digit', () => {
    expect(found(' +9007199254740993 ', '>', '9007199254740992')).toBe('triggered')
    expect(found('-9007199254740993', '<', '-9007199254740992')).toBe('triggered')
  })

  it('compares an infinite number as a number', () => {
    expect([found(Number.POSITIVE_INFINITY, '<', 4), found(Number.NEGATIVE_INFINITY, '<', 4)]).toEqual(['ok', 'triggered'])
  })

  it('knows of equal and different texts, whatever the operator says', () => {
    expect([found('a', '>=', 'a'), found('a', '<=', 'a'), found('a', '<', 'a')]).toEqual(['triggered', 'triggered', 'unknown'])
    expect(found('down', '!=', 'down')).toBe('ok')
    expect(found('Infinity', '==', 'Infinity')).toBe('triggered')
  })

  it('stays ok by an operator that nobody knows, for texts as well', () => {
    expect(evaluate({ op: '=' as AlertOperator, value: 'up' }, 'down')).toBe('ok')
    expect(evaluate({ op: 'toString' as AlertOperator, value: 'up' }, 'down')).toBe('ok')
  })
})
