import { readFileSync } from 'node:fs'
import type { MapType } from '@sightline/domain/maps/shape-codes.ts'
import { memoized } from '@sightline/domain/memoized.ts'
import type { MapShape } from './map-plane.ts'

/** The regions of a map, from the file that the browser also gets. Only for pictures, which the server draws. */
export const storedMap = memoized((mapType: MapType): MapShape[] => {
  const file = new URL(`../../public/static/maps/${mapType}.geo.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).features
})
