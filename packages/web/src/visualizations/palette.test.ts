import { describe, expect, it } from 'vitest'
import {
  additionalPalette,
  automaticColor,
  basePalette,
  colorAlong,
  colorStep,
  inkOn,
  palette,
  parseColor,
  sequentialRamp,
  shownColor,
} from './palette.ts'

describe('the palette', () => {
  it('has 14 named base colours in order (CHART-33)', () => {
    expect(basePalette.map(({ name }) => name)).toEqual([
      'Blue',
      'Red',
      'Green',
      'Purple',
      'Cyan',
      'Orange',
      'Light Blue',
      'Lilac',
      'Light Green',
      'Brown',
      'Black',
      'Gray',
      'Pink',
      'Dark Blue',
    ])
  })

  it('has 6 additional colours (CHART-34)', () => {
    expect(additionalPalette).toHaveLength(6)
  })

  it('stores the light values of its table, and never assigns the 6 additional ones automatically (OPEN-22)', () => {
    const stored = basePalette.map(({ light }) => light.slice(1)).join(' ')
    expect(stored).toBe('3E5EDB D74E3D 238F66 7D4BAB 309AAB E37611 169AED 866FC9 6E9F6D 724716 212A32 6E7378 BB578D 232777')
    expect(additionalPalette.map(({ name, light, dark }) => `${name} ${light} ${dark}`)).toEqual([
      'Amber #B68548 #F1B548',
      'Teal #2E6567 #1DAC92',
      'Magenta #923394 #CD56D2',
      'Olive #65623B #B2C771',
      'Coral #AD7266 #F7A098',
      'Slate #5E7A98 #597486',
    ])
    const given = new Set(Array.from({ length: 60 }, (_, index) => automaticColor(index).stored))
    expect([...given]).toEqual(basePalette.map(({ light }) => light))
    expect(palette.map(({ light }) => shownColor(light, 'dark'))).toEqual(palette.map(({ dark }) => dark))
    expect([shownColor('#799CFF', 'light'), shownColor('#799CFF', 'dark')]).toEqual(['#799CFF', '#799CFF'])
  })

  it('assigns its base colours in order and then repeats them (CHART-32)', () => {
    expect(automaticColor(0)).toEqual({ stored: '#3E5EDB', isRepeated: false })
    expect(automaticColor(13)).toEqual({ stored: '#232777', isRepeated: false })
    expect(automaticColor(14)).toEqual({ stored: '#3E5EDB', isRepeated: true })
  })

  it('shows the dark variant of a known colour in the dark scheme, and other colours unchanged', () => {
    expect(shownColor('#3e5edb', 'dark')).toBe('#5493FC')
    expect(shownColor('#3E5EDB', 'light')).toBe('#3E5EDB')
    expect(shownColor('#123456', 'dark')).toBe('#123456')
  })
})

describe('a scale of colours', () => {
  it('has its own colours at both ends and interpolates between them', () => {
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

  it('has the requested number of steps', () => {
    const colors = Array.from({ length: 101 }, (_, at) => colorStep(['#000000', '#FFFFFF'], at / 100, 3))
    expect(new Set(colors)).toEqual(new Set(['#000000', '#808080', '#FFFFFF']))
  })

  it('has black or white text on it', () => {
    expect([inkOn('#FFFFFF'), inkOn('#234399'), inkOn('#161C2B'), inkOn('#B4D0FF')]).toEqual([
      '#14171C',
      '#FFFFFF',
      '#FFFFFF',
      '#14171C',
    ])
    expect(sequentialRamp('dark')).toHaveLength(5)
  })
})

it('stores names and short hex values as upper-case #RRGGBB (OPEN-65, CTRL-15)', () => {
  expect(parseColor('#abc')).toBe('#AABBCC')
  expect(parseColor(' 3e5edb ')).toBe('#3E5EDB')
  expect(parseColor('teal')).toBe('#2E6567')
  expect(parseColor('Dark Blue')).toBe('#232777')
  expect(parseColor('#ab')).toBeNull()
  expect(parseColor('#abcde')).toBeNull()
  expect(parseColor('no colour')).toBeNull()
})

it('drops the opacity of a hex value, and refuses a fully transparent one (OPEN-65, CTRL-15)', () => {
  expect(parseColor('#abc8')).toBe('#AABBCC')
  expect(parseColor('#3e5edb80')).toBe('#3E5EDB')
  expect(parseColor('#abc0')).toBeNull()
  expect(parseColor('#3e5edb00')).toBeNull()
})
