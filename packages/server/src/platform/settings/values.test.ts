import { defaultTileLayers } from '@sightline/domain/maps/tile-layers.ts'
import { describe, expect, it } from 'vitest'
import { tileLayers } from './values.ts'

const layer = { name: 'Ours', url: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: '© us' }

describe('the tile layers of maps', () => {
  it('are twelve by default, over HTTPS, each with its attribution (OPEN-20, MARKER-05)', () => {
    expect(defaultTileLayers.map(({ name }) => name)).toEqual([
      'OpenStreetMap',
      'OpenStreetMap DE',
      'OpenStreetMap FR',
      'OpenStreetMap HOT',
      'CyclOSM',
      'OpenTopoMap',
      'CARTO Positron',
      'CARTO Positron (no labels)',
      'CARTO Voyager',
      'CARTO Dark Matter',
      'Esri World Street Map',
      'Esri World Imagery',
    ])
    for (const { url, attribution } of defaultTileLayers) {
      expect(url).toMatch(/^https:\/\/.*\{z\}/)
      expect(attribution).toContain('©')
    }
  })

  it('can be replaced or removed by the operator (OPEN-20)', () => {
    expect(tileLayers.parse(JSON.stringify([layer]))).toEqual([layer])
    expect(tileLayers.parse('none')).toEqual([])
  })

  it.each([
    'nonsense',
    '[]',
    JSON.stringify([{ ...layer, url: 'javascript:alert(1)//{z}{x}{y}' }]),
    JSON.stringify([{ ...layer, url: 'https://tiles.example.com/one.png' }]),
    JSON.stringify([{ name: 'Ours' }]),
  ])('are rejected if the setting is invalid: %s', (text) => {
    expect(() => tileLayers.parse(text)).toThrow('must be none, or a JSON list')
  })
})
