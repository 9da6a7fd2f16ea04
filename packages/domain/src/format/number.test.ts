import { describe, expect, it } from 'vitest'
import { bytesIn, formatNumber, groupThousands, numberMarks } from './number.ts'

const rows: [number | string, string, string][] = [
  [1234567, '0,0', '1,234,567'],
  [1234.5, '0,0', '1,235'],
  [1234.5, '0,0.00', '1,234.50'],
  [0.125, '0.00', '0.13'],
  [1.005, '0.00', '1.01'],
  [-1234.567, '0,0.0', '-1,234.6'],
  [-0.2, '0', '0'],
  [5, '000', '005'],
  [1234, '0,0[.]00', '1,234'],
  [1234.5, '0,0[.]00', '1,234.50'],
  [1.5, '0[.]00[0]', '1.50'],
  [1.2345, '0[.]00[0]', '1.235'],
  [1.5, '0,0[.][00000]', '1.5'],
  [0.25, '.00', '.25'],
  [0.256, '0%', '26%'],
  [0.256, '0.00 %', '25.60 %'],
  [0.5, '0[.]00%', '50%'],
  [0.0056, '0 BPS', '56 BPS'],
  [1234, '0a', '1k'],
  [1234567, '0.0a', '1.2m'],
  [1_234_567_890, '0.00 a', '1.23 b'],
  [999_960, '0.0a', '1.0m'],
  [1234567, '0,0ak', '1,235k'],
  [500, '0.0a', '500.0'],
  [1, '0o', '1st'],
  [12, '0o', '12th'],
  [23, '0o', '23rd'],
  [12345, '0.00e+0', '1.23e+4'],
  [0.00012, '0.0e+0', '1.2e-4'],
  [1500, '0.0b', '1.5KB'],
  [1536, '0.0 ib', '1.5 KiB'],
  [3661, '00:00:00', '1:01:01'],
  [-5, '(0,0)', '(5)'],
  [5, '(0,0)', '5'],
  [5, '+0', '+5'],
  [-5, '+0', '-5'],
  [5, '0+', '5+'],
  [-5, '0-', '5-'],
  [1234, '$0,0.00', '$1,234.00'],
  [-1234, '$0,0', '-$1,234'],
  [-1234, '($0,0)', '($1,234)'],
  [22.84, '0.0 min', '22.8 min'],
  ['12345678901234567890', '0,0', '12,345,678,901,234,567,890'],
  ['12345678901234567890.12345', '0,0.000', '12,345,678,901,234,567,890.123'],
  ['99999999999999999999.5', '0,0', '100,000,000,000,000,000,000'],
  [1e21, '0,0', '1,000,000,000,000,000,000,000'],
  [1e-7, '0.00000000', '0.00000010'],
]

describe('formatNumber', () => {
  it.each(rows)('writes %s by %s as %s', (value, pattern, text) => {
    expect(formatNumber(value, pattern)).toBe(text)
  })

  it('returns null for a value that is not a number', () => {
    expect(formatNumber('n/a', '0,0')).toBeNull()
    expect(formatNumber(Number.NaN, '0,0')).toBeNull()
    expect(formatNumber('', '0,0')).toBeNull()
  })

  it('uses the separators of the installation', () => {
    const german = numberMarks('.', ',')
    expect(formatNumber(-1234567.891, '0,0.00', german)).toBe('-1.234.567,89')
    expect(formatNumber(1234.5, '$0,0', german)).toBe('$1.235')
    expect(formatNumber(1234567, '0,0', numberMarks('', '.'))).toBe('1234567')
    expect(formatNumber(1234567, '0,0', numberMarks('$&', '.'))).toBe('1$&234$&567')
    expect(formatNumber(1234567.5, '0,0.0', numberMarks(',', '.'))).toBe('1,234,567.5')
  })

  it('returns the value unchanged without a pattern', () => {
    expect(formatNumber('0012.50', '')).toBe('0012.50')
  })
})

describe('the patterns of formatNumber', () => {
  it.each<[number | string, string, string]>([
    // Ordinals: eleven to thirteen are exceptions in every hundred.
    [2, '0o', '2nd'],
    [3, '0 o', '3 rd'],
    [4, '0o', '4th'],
    [11, '0o', '11th'],
    [113, '0o', '113th'],
    [121, '0o', '121st'],
    [1311, '0o', '1311th'],
    [1321, '0o', '1321st'],
    [0, '0o', '0th'],
    // Abbreviations: the unit depends on the size, or is given.
    [0, '0a', '0'],
    [999, '0a', '999'],
    [1000, '0a', '1k'],
    [1_000_000, '0a', '1m'],
    [1e12, '0.0a', '1.0t'],
    [1e15, '0a', '1000t'],
    [999.5, '0a', '1k'],
    [999.94, '0.0a', '999.9'],
    [999_949, '0.[0]a', '999.9k'],
    [1500, '0.0 am', '0.0 m'],
    [-1500, '0.0a', '-1.5k'],
    // Bytes and exponents have a sign like other numbers.
    [-1500, '0.0b', '-1.5KB'],
    [0, '0b', '0B'],
    [-12345, '0.0e+0', '-1.2e+4'],
    [0, '0e+0', '0e+0'],
    // Times of day and longer durations.
    [0, '00:00:00', '0:00:00'],
    [59.5, '00:00:00', '0:01:00'],
    [359_999, '00:00:00', '99:59:59'],
    [-61, '00:00:00', '-0:01:01'],
    [-0.2, '00:00:00', '0:00:00'],
    // Signs.
    [0, '+0', '+0'],
    [-5, '0+', '5-'],
    [-0.4, '0-', '0'],
    [-5, '0- %', '5- %'],
    [-5, '- 0', '- 5'],
    [-0.4, '(0)', '0'],
    [-5, '(0', '-(5'],
    [-5, '0)', '-5)'],
    [-1.5, '$(0.0) net', '($1.5 net)'],
    // Literal text: a unit followed by another letter is a word.
    [5, '0 apples', '5 apples'],
    [5, '0 bits', '5 bits'],
    [5, '0 km', '5 km'],
    [5, '0 - 9', '5 - 9'],
    [5, 'about 0', 'about 5'],
    // Digits.
    [1234.5, '0,0.[00]', '1,234.5'],
    [1234, '0,000', '1,234'],
    [12345678, '0,000,0', '12,345,678'],
    [5, '00,0', '05'],
    [0, '.00', '.00'],
    [0.5, '0.', '1'],
    [1234, '0', '1234'],
    [100, '0,0', '100'],
  ])('format the number %j with the pattern %j as %j', (value, pattern, text) => {
    expect(formatNumber(value, pattern)).toBe(text)
  })

  it('write a text without a digit around the number', () => {
    expect(formatNumber(12.75, 'km')).toBe('km13')
  })

  it('return the value unchanged if they are blank', () => {
    expect(formatNumber(1234.5, '  ')).toBe('1234.5')
  })

  it('do not keep the separators of a previous call', () => {
    expect(formatNumber(1234.5, '0,0.0', numberMarks(' ', ','))).toBe('1 234,5')
    expect(formatNumber(1234.5, '0,0.0')).toBe('1,234.5')
  })

  it('can use a single other separator', () => {
    expect(formatNumber(1234.5, '0,0.0', numberMarks(',', ';'))).toBe('1,234;5')
    expect(formatNumber(1234.5, '0,0.0', numberMarks('_', '.'))).toBe('1_234.5')
  })

  it('are parsed again after more patterns than the cache holds', () => {
    for (let n = 0; n < 600; n++) formatNumber(n, `0.0 [${n}]`)
    expect(formatNumber(2, '0.0 [0]')).toBe('2.0 [0]')
    expect(formatNumber(2, '0.0 [599]')).toBe('2.0 [599]')
  })

  it('group digits with a comma by default', () => {
    expect(groupThousands('1234567')).toBe('1,234,567')
    expect(groupThousands('123')).toBe('123')
    expect(groupThousands('')).toBe('')
  })
})

describe('bytesIn', () => {
  it('uses the largest unit with an amount of at least one', () => {
    expect(bytesIn(0, 1000)).toEqual({ amount: 0, unit: 'B' })
    expect(bytesIn(999, 1000)).toEqual({ amount: 999, unit: 'B' })
    expect(bytesIn(1000, 1000)).toEqual({ amount: 1, unit: 'KB' })
    expect(bytesIn(1023, 1024)).toEqual({ amount: 1023, unit: 'B' })
    expect(bytesIn(1024, 1024)).toEqual({ amount: 1, unit: 'KiB' })
  })

  it.each(['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'].map((unit, power) => [power, unit] as const))(
    'counts a thousand to the power of %i as one %s',
    (power, unit) => {
      expect(bytesIn(1000 ** power, 1000).unit).toBe(unit)
    },
  )

  it.each(['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'].map((unit, power) => [power, unit] as const))(
    'counts 1024 to the power of %i as one %s',
    (power, unit) => {
      expect(bytesIn(1024 ** power, 1024)).toEqual({ amount: 1, unit })
    },
  )

  it('uses the largest unit for everything beyond it', () => {
    expect(bytesIn(1024 ** 10, 1024)).toEqual({ amount: 1024 ** 2, unit: 'YiB' })
  })
})

it('groups any number of digits in one pass (OPEN-849)', () => {
  expect(['', '1', '123', '1234', '123456', '1234567'].map((digits) => groupThousands(digits))).toEqual([
    ...['', '1', '123', '1,234', '123,456', '1,234,567'],
  ])
  expect(groupThousands('9'.repeat(300_000))).toHaveLength(399_999)
})
