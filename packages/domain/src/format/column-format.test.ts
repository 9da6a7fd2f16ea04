import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { columnNumberFormat } from './column-format.ts'
import { formatNumber } from './number.ts'

const organization = { integerFormat: '0,0', floatFormat: '0,0.00' }
const formatOf = (name: string, type: ColumnType, source_type: string, sample: Cell[] = [], formats = organization) =>
  columnNumberFormat({ name, type, source_type }, sample, formats)
/** The sample as a table shows it. */
const shown = (source_type: string, sample: (number | string)[]) =>
  sample.map((value) => formatNumber(value, formatOf('x', 'float', source_type, sample)))

describe('the decimals of a column', () => {
  it('are those of its type (TABLE-35)', () => {
    expect(shown('DECIMAL(3,1)', [8.3, 9])).toEqual(['8.3', '9.0'])
    expect(shown('numeric(10,2)', ['1234.50', '3.00'])).toEqual(['1,234.50', '3.00'])
    expect(shown('NUMBER(10)', ['46030'])).toEqual(['46,030'])
    expect(shown('decimal(12,4)', ['1.0834', '2.0000'])).toEqual(['1.0834', '2.0000'])
    expect(shown('decimal(12,4)', ['1.5000', '2.0000'])).toEqual(['1.5', '2.0'])
  })

  it('are the fewest that tell the values of a type without a scale (TABLE-35)', () => {
    expect(shown('DOUBLE', [16.7, 3])).toEqual(['16.7', '3.0'])
    expect(shown('numeric', ['216', '8'])).toEqual(['216', '8'])
    expect(shown('DOUBLE', [1 / 3, 2])).toEqual(['0.33', '2.00'])
    expect(shown('decimal(38,20)', ['0.33333333333333333333'])).toEqual(['0.33'])
    expect(shown('', [0.1 + 0.2])).toEqual(['0.3'])
  })

  it('grow for a later value with more digits, up to those of the organization (TABLE-35)', () => {
    const format = formatOf('x', 'float', 'DOUBLE', [16.7])
    expect([16.75, 16.751, 16].map((value) => formatNumber(value, format))).toEqual(['16.75', '16.75', '16.0'])
    expect(formatNumber(16.7, formatOf('x', 'float', 'DOUBLE'))).toBe('16.7')
  })

  it('show two digits of values that are all small, instead of zeros (TABLE-35)', () => {
    expect(shown('DOUBLE', [0.00042, 0.0001])).toEqual(['0.00042', '0.00010'])
    expect(shown('DOUBLE', [1e-12])).toEqual(['0.000000000001'])
    expect(shown('DOUBLE', [0, 0])).toEqual(['0', '0'])
  })

  it('stay as the organization has chosen them in any other pattern (TABLE-35)', () => {
    const formats = { integerFormat: '0 0', floatFormat: '0,0.000 a' }
    expect(formatOf('x', 'float', 'DECIMAL(3,1)', [8.3], formats)).toBe('0,0.000 a')
    expect(formatOf('n', 'integer', 'INTEGER', [8], formats)).toBe('0 0')
  })
})

describe('whole numbers that name something', () => {
  it('are not grouped: ids, years, postal codes (TABLE-36)', () => {
    for (const name of [
      'id',
      'ID',
      'order_id',
      'orderId',
      'Customer ID',
      'zip',
      'zip_code',
      'postal code',
      'plz',
      'id::filter',
    ])
      expect(formatOf(name, 'integer', 'BIGINT', [46030]), name).toBe('0')
    expect(formatOf('fiscal_year', 'integer', 'INTEGER', [2026, null])).toBe('0')
  })

  it('differ from counts (TABLE-36)', () => {
    for (const name of ['orders', 'paid', 'grid', 'zips_served', 'episode'])
      expect(formatOf(name, 'integer', 'BIGINT', [46030]), name).toBe('0,0')
    expect(formatOf('visitors_per_year', 'integer', 'BIGINT', [2026, 46030])).toBe('0,0')
  })
})
