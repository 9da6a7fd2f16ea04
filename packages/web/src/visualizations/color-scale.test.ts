import { describe, expect, it } from 'vitest'
import { colorAlong, colorStep, inkOn, sequentialRamp } from './color-scale.ts'

describe('a scale of colours', () => {
  it('has its own colours at its ends and what lies between them in between', () => {
    const ramp = ['#000000', '#FF0000', '#FFFFFF']
    expect([0, 0.25, 0.5, 0.75, 1, 7, -1, Number.NaN].map((share) => colorAlong(ramp, share))).toEqual([
      '#000000',
      '#800000',
      '#FF0000',
      '#FF8080',
      '#FFFFFF',
      '#FFFFFF',
      '#000000',
      '#000000',
    ])
  })

  it('has as many steps as asked for', () => {
    const colors = Array.from({ length: 101 }, (_, at) => colorStep(['#000000', '#FFFFFF'], at / 100, 3))
    expect(new Set(colors)).toEqual(new Set(['#000000', '#808080', '#FFFFFF']))
  })

  it('is written on in black or white', () => {
    expect([inkOn('#FFFFFF'), inkOn('#234399'), inkOn('#161C2B'), inkOn('#B4D0FF')]).toEqual([
      '#14171C',
      '#FFFFFF',
      '#FFFFFF',
      '#14171C',
    ])
    expect(sequentialRamp('dark')).toHaveLength(5)
  })
})
