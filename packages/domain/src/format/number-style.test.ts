import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNumber } from './number.ts'
import { MAX_STYLE_DECIMALS, type NumberStyle, numberKinds, patternOf, stepOf, styleOf, styleParts } from './number-style.ts'

const style = (kind: NumberStyle['kind'], rest: Partial<NumberStyle> = {}): NumberStyle => ({
  kind,
  decimals: 0,
  prefix: '',
  suffix: '',
  ...rest,
})
const written = (value: number, kind: NumberStyle['kind'], rest: Partial<NumberStyle> = {}) =>
  formatNumber(value, patternOf(style(kind, rest)))

describe('the usual number formats', () => {
  it('write values in plain units (CHART-65)', () => {
    expect(written(1234.6, 'whole')).toBe('1,235')
    expect(written(1234.567, 'decimals', { decimals: 2 })).toBe('1,234.57')
    expect(written(0.1234, 'percent', { decimals: 1 })).toBe('12.3%')
    expect(written(1234, 'short', { decimals: 1 })).toBe('1.2K')
    expect(written(3_400_000, 'short', { decimals: 1 })).toBe('3.4M')
    expect(written(999_950, 'short', { decimals: 1 })).toBe('1.0M')
    expect(written(3900, 'seconds')).toBe('1h 05m')
    expect(written(3_900_000, 'milliseconds')).toBe('1h 05m')
    expect(written(1_500_000, 'bytes', { decimals: 1 })).toBe('1.5 MB')
    expect(written(1_572_864, 'binary bytes', { decimals: 1 })).toBe('1.5 MiB')
  })

  it('have text before and after the number, the minus sign in front (CHART-65)', () => {
    expect(written(-5, 'currency', { decimals: 2, prefix: '€' })).toBe('-€5.00')
    expect(written(5, 'whole', { suffix: ' USD' })).toBe('5 USD')
    expect(written(12.5, 'decimals', { decimals: 1, suffix: '%' })).toBe('12.5%')
    expect(written(1.2, 'decimals', { decimals: 1, prefix: '(+0.5) ', suffix: ' b\\a' })).toBe('(+0.5) 1.2 b\\a')
  })

  it('are recognized in their patterns, whatever text they have (CHART-65)', () => {
    const text = fc.string({ maxLength: 6 }).filter((one) => !/[\ue000-\uf8ff]/.test(one))
    const any = fc.record({
      kind: fc.constantFrom(...numberKinds),
      decimals: fc.integer({ min: 1, max: MAX_STYLE_DECIMALS }),
      prefix: text,
      suffix: text,
    })
    fc.assert(
      fc.property(any, (given) => {
        const { hasDecimals, hasText } = styleParts(given.kind)
        const read = styleOf(patternOf(given))
        expect(read?.decimals).toBe(hasDecimals ? given.decimals : 0)
        expect(read?.prefix).toBe(hasText ? given.prefix : '')
        expect(read?.suffix).toBe(hasText ? given.suffix : '')
        const isSame = read?.kind === given.kind
        // Currencies are numbers beside the sign of a currency.
        expect(isSame || [read?.kind, given.kind].every((kind) => /whole|decimals|currency/.test(kind ?? ''))).toBe(true)
      }),
    )
  })

  it.each(['$0,0.00', '0,0 USD', 'US$0,0'])('call %s a currency (CHART-65)', (pattern) => {
    expect(styleOf(pattern)?.kind).toBe('currency')
  })

  it.each(['', '0,0[.]00000', '0.0a', '(0,0)', '0o', '+0,0', 'text', '00:00:00', '0,0.0000000'])(
    'do not include %j (CHART-65)',
    (pattern) => {
      expect(styleOf(pattern)).toBeNull()
    },
  )

  it('tell how finely they distinguish values (CHART-65)', () => {
    expect(stepOf('0,0')).toBe(1)
    expect(stepOf('0,0.0[0]')).toBe(0.01)
    expect(stepOf('0.0%')).toBe(0.001)
    expect(stepOf('0.0[K]')).toBeNull()
  })
})
