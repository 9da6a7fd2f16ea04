import { describe, expect, it } from 'vitest'
import { bytesIn } from './bytes.ts'

describe('bytesIn', () => {
  it('takes the largest unit that leaves at least one', () => {
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

  it('counts what is beyond the largest unit in it', () => {
    expect(bytesIn(1024 ** 10, 1024)).toEqual({ amount: 1024 ** 2, unit: 'YiB' })
  })
})
