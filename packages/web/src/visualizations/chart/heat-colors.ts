import { shownColor } from '../palette.ts'
import type { ChartOptions } from './options.ts'

/** Colours from the smallest value to the greatest, evenly spaced, by the stored name of the scheme. */
const schemes: Readonly<Record<string, readonly string[]>> = {
  Blackbody: ['#000000', '#E60000', '#E6D200', '#FFFFFF', '#A0C8FF'],
  Bluered: ['#0000FF', '#FF0000'],
  Blues: ['#F1F5FE', '#CFDDFB', '#92B3F3', '#4F7CE3', '#234399'],
  Earth: ['#000082', '#00B4B4', '#28D228', '#E6E632', '#784614', '#FFFFFF'],
  Electric: ['#000000', '#1E0064', '#780064', '#A05A00', '#E6C800', '#FFFADC'],
  Greens: ['#00441B', '#238B45', '#74C476', '#C7E9C0', '#F7FCF5'],
  Greys: ['#000000', '#FFFFFF'],
  Hot: ['#000000', '#E60000', '#FFD200', '#FFFFFF'],
  Jet: ['#000083', '#003CAA', '#05FFFF', '#FFFF00', '#FA0000', '#800000'],
  Picnic: ['#0000FF', '#6699FF', '#99CCFF', '#CCCCFF', '#FFFFFF', '#FFCCFF', '#FF99FF', '#FF66CC', '#FF0000'],
  Portland: ['#0C3383', '#0A88BA', '#F2D338', '#F28F38', '#D91E1E'],
  Rainbow: ['#96005A', '#0000C8', '#0019FF', '#0098FF', '#2CFF96', '#97FF00', '#FFEA00', '#FF6F00', '#FF0000'],
  RdBu: ['#050AAC', '#6A89F7', '#BEBEBE', '#DCAA84', '#E6915A', '#B20A1C'],
  Reds: ['#DCDCDC', '#F5C39D', '#F5A069', '#B20A1C'],
  Viridis: ['#440154', '#3B528B', '#21918C', '#5EC962', '#FDE725'],
  YlGnBu: ['#081D58', '#225EA8', '#41B6C4', '#C7E9B4', '#FFFFD9'],
  YlOrRd: ['#800026', '#E31A1C', '#FD8D3C', '#FED976', '#FFFFCC'],
}
/** More is always farther from a dark surface. */
const darkBlues = ['#161C2B', '#1F3260', '#2F55AE', '#5C8EF2', '#B4D0FF']

export const CUSTOM_SCHEME = 'Custom...'
export const schemeNames: readonly string[] = [...Object.keys(schemes), CUSTOM_SCHEME]

/** The ends of the scale that is drawn where none is chosen. */
export const DEFAULT_ENDS = { min: '#356AFF', max: '#E92828' } as const

/** The colours of a heatmap from its smallest value to its greatest; blue to red where no known scheme is chosen. */
export function heatColors(
  { colorScheme, heatMinColor, heatMaxColor }: Pick<ChartOptions, 'colorScheme' | 'heatMinColor' | 'heatMaxColor'>,
  scheme: 'light' | 'dark',
): readonly string[] {
  if (colorScheme === CUSTOM_SCHEME) {
    return [shownColor(heatMinColor || DEFAULT_ENDS.min, scheme), shownColor(heatMaxColor || DEFAULT_ENDS.max, scheme)]
  }
  if (colorScheme === 'Blues' && scheme === 'dark') return darkBlues
  const known = typeof colorScheme === 'string' && Object.hasOwn(schemes, colorScheme) ? schemes[colorScheme] : undefined
  return known ?? [DEFAULT_ENDS.min, DEFAULT_ENDS.max]
}

/** Values below this part of the greatest one have white labels. */
const WHITE_BELOW = 0.25

/** The colour of a cell's label. */
export const labelColor = (value: number, max: number) => (value / max < WHITE_BELOW ? '#FFFFFF' : '#14171C')
