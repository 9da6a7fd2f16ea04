import { defaultTileLayers } from '@sightline/domain/maps/tile-layers.ts'
import type { Formats } from './visualization.ts'

/** The formats of a new installation, for tests and the gallery. */
export const sampleFormats: Formats = {
  dateFormat: 'YYYY-MM-DD',
  dateTimeFormat: 'YYYY-MM-DD HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  numberMarks: { thousands: ',', decimal: '.' },
  timeZone: 'UTC',
  nullText: '—',
  tableCellMaxJSONSize: 50_000,
  allowsCustomCode: false,
  mapTiles: defaultTileLayers,
}
