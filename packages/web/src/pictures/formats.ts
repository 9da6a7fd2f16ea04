import type { PictureFormats } from '@sightline/contract/pictures.ts'
import { numberMarks } from '@sightline/domain/format/number.ts'
import type { Formats } from '../visualizations/visualization.ts'

/** The formats in which an image shows its values. */
export const formatsOf = ({ thousandsSeparator, decimalSeparator, ...formats }: PictureFormats): Formats => ({
  ...formats,
  numberMarks: numberMarks(thousandsSeparator, decimalSeparator),
  tableCellMaxJSONSize: 0,
  allowsCustomCode: false,
  mapTiles: [],
})
