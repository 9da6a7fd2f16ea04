import { numberMarks, plainMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import { restyled, sampleOf } from './NumberFormatField.tsx'

describe('the sample beside a number format', () => {
  it.each([
    ['0,0', '1,234,568'],
    ['$0,0.00', '$1,234,567.89'],
    ['0.0a', '1.2m'],
    ['0.0%', '12.3%'],
    ['[seconds]', '1h 05m'],
    ['[milliseconds]', '1h 05m'],
    ['', '1234567.891'],
  ])('of %j is %s (OPEN-180)', (pattern, sample) => {
    expect(sampleOf(pattern, plainMarks)).toBe(sample)
  })

  it('has the separators of the organization (OPEN-180)', () => {
    expect(sampleOf('0,0.00', numberMarks('.', ','))).toBe('1.234.567,89')
  })
})

describe('choosing another number format', () => {
  const euros = { kind: 'currency', decimals: 2, prefix: '€', suffix: '' } as const

  it('keeps the text beside the number (CHART-65)', () => {
    expect(restyled(euros, { kind: 'short', label: '', start: { decimals: 1 } })).toEqual({
      kind: 'short',
      decimals: 1,
      prefix: '€',
      suffix: '',
    })
    expect(restyled(euros, { kind: 'seconds', label: '', start: {} })).toMatchObject({ prefix: '', suffix: '' })
  })

  it('starts a currency with its sign (CHART-65)', () => {
    expect(restyled(null, { kind: 'currency', label: '', start: { decimals: 2, prefix: '$' } })).toEqual({
      ...euros,
      prefix: '$',
    })
  })
})
