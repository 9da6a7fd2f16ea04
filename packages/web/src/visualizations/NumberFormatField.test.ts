import { numberMarks, plainMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import { sampleOf } from './NumberFormatField.tsx'

describe('the sample beside a number format', () => {
  it.each([
    ['0,0', '1,234,568'],
    ['$0,0.00', '$1,234,567.89'],
    ['0.0a', '1.2m'],
    ['0.0%', '12.3%'],
    ['', '1234567.891'],
  ])('of %j is %s (OPEN-180)', (pattern, sample) => {
    expect(sampleOf(pattern, plainMarks)).toBe(sample)
  })

  it('has the separators of the organization (OPEN-180)', () => {
    expect(sampleOf('0,0.00', numberMarks('.', ','))).toBe('1.234.567,89')
  })
})
