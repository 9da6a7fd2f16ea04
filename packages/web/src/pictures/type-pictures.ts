import boxplot from '../visualizations/boxplot/picture.ts'
import choropleth from '../visualizations/choropleth/picture.ts'
import cohort from '../visualizations/cohort/picture.ts'
import details from '../visualizations/details/picture.ts'
import funnel from '../visualizations/funnel/picture.ts'
import map from '../visualizations/map/picture.ts'
import type { AnyTypePicture } from '../visualizations/picture.ts'
import pivot from '../visualizations/pivot/picture.ts'
import sankey from '../visualizations/sankey/picture.ts'
import sunburst from '../visualizations/sunburst/picture.ts'
import wordCloud from '../visualizations/word-cloud/picture.ts'
import type { DrawnTypes } from './further-pictures.ts'
import { typedPicture } from './typed-picture.ts'

const answers = (pictures: readonly AnyTypePicture[]): DrawnTypes =>
  Object.fromEntries(pictures.map((picture) => [picture.type, typedPicture(picture)]))

/** The types that declare how they are drawn; one line per type. */
export const typePictures = answers([boxplot, choropleth, funnel, map, sankey, sunburst, wordCloud])

/** The types that are tables themselves, which only files show as such. */
export const typeTables = answers([cohort, details, pivot])
