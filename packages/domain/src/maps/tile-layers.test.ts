import { expect, it } from 'vitest'
import { defaultTileLayers } from './tile-layers.ts'

it('requests tiles from these URLs, in this order (OPEN-21)', () => {
  const esri = 'https://server.arcgisonline.com/ArcGIS/rest/services'
  // Leaflet replaces `{r}` by `@2x` on high-density screens, and by nothing on others.
  expect(defaultTileLayers.map(({ url }) => url.replace('{r}', ''))).toEqual([
    'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    'https://tile.openstreetmap.de/{z}/{x}/{y}.png',
    'https://{s}.tile.openstreetmap.fr/osmfr/{z}/{x}/{y}.png',
    'https://{s}.tile.openstreetmap.fr/hot/{z}/{x}/{y}.png',
    'https://{s}.tile-cyclosm.openstreetmap.fr/cyclosm/{z}/{x}/{y}.png',
    'https://{s}.tile.opentopomap.org/{z}/{x}/{y}.png',
    'https://{s}.basemaps.cartocdn.com/light_all/{z}/{x}/{y}.png',
    'https://{s}.basemaps.cartocdn.com/light_nolabels/{z}/{x}/{y}.png',
    'https://{s}.basemaps.cartocdn.com/rastertiles/voyager/{z}/{x}/{y}.png',
    'https://{s}.basemaps.cartocdn.com/dark_all/{z}/{x}/{y}.png',
    `${esri}/World_Street_Map/MapServer/tile/{z}/{y}/{x}`,
    `${esri}/World_Imagery/MapServer/tile/{z}/{y}/{x}`,
  ])
})
