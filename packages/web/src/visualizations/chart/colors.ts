import type { PieData } from '@sightline/domain/chart-data/pies.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { automaticColor, automaticColors, shownColor } from '../palette.ts'
import type { ChartOptions } from './options.ts'

interface NamedPalette {
  /** Name in the stored options. */
  name: string
  light: readonly string[]
  /** Colours for the dark scheme; null if they are the same. */
  dark: readonly string[] | null
}

/** Stored name of the default palette; existing records contain it. */
export const DEFAULT_PALETTE = 'Redash'

const COLORBLIND_SAFE = 'Colorblind Safe'

/** Palettes for the automatic colours of a chart. */
const palettes: readonly NamedPalette[] = [
  {
    name: COLORBLIND_SAFE,
    // Eight hues that remain distinct with every common colour vision deficiency, each with a contrast of 3:1 on its background.
    light: ['#0072B2', '#D55E00', '#00865F', '#C0538C', '#B37400', '#2E8FCB', '#857500', '#14171C'],
    dark: ['#3D9FE0', '#F07C2A', '#1FB88A', '#DB8DB6', '#E6A817', '#7CC4F0', '#F0E442', '#ECEEF1'],
  },
  {
    name: 'Viridis',
    light: ['#440154', '#482878', '#3E4989', '#31688E', '#26828E', '#1F9E89', '#35B779', '#6ECE58', '#B5DE2B', '#FDE725'],
    dark: null,
  },
  {
    name: 'Tableau 10',
    light: ['#4E79A7', '#F28E2B', '#E15759', '#76B7B2', '#59A14F', '#EDC948', '#B07AA1', '#FF9DA7', '#9C755F', '#BAB0AC'],
    dark: null,
  },
  {
    name: 'D3 Category 10',
    light: ['#1F77B4', '#FF7F0E', '#2CA02C', '#D62728', '#9467BD', '#8C564B', '#E377C2', '#7F7F7F', '#BCBD22', '#17BECF'],
    dark: null,
  },
]

/** The palettes by their stored names. All but two are named after their authors or libraries, in every language. */
export const paletteChoices = () => [
  { value: DEFAULT_PALETTE, label: i18n._('Standard') },
  ...palettes.map(({ name }) => ({ value: name, label: name === COLORBLIND_SAFE ? i18n._('Colorblind safe') : name })),
]

/** Null for the default palette and for unknown names. */
const paletteOf = (stored: string) => palettes.find(({ name }) => name === stored) ?? null

// `own` are the colours of the organization, which stand in for those of the default palette; empty if it has none.

/** Number of colours before they repeat. @param palette stored name */
export const paletteSize = (palette: string, own: readonly string[] = []): number =>
  paletteOf(palette)?.light.length ?? automaticColors(own).length

/** The automatic colour of the series at `index`, as stored; colours repeat past the end of the palette. */
export function automaticOf(palette: string, index: number, own: readonly string[] = []): string {
  const { light } = paletteOf(palette) ?? { light: [] }
  return light[index % light.length] ?? automaticColor(index, own).stored
}

/** The automatic colour as shown in the colour scheme, and whether another series already uses it. */
export function automaticShown(
  palette: string,
  index: number,
  scheme: 'light' | 'dark',
  own: readonly string[] = [],
): { color: string; isRepeated: boolean } {
  const known = paletteOf(palette)
  if (!known) {
    const { stored, isRepeated } = automaticColor(index, own)
    return { color: shownColor(stored, scheme), isRepeated }
  }
  const colors = (scheme === 'dark' ? known.dark : null) ?? known.light
  return { color: colors[index % colors.length] ?? '', isRepeated: index >= colors.length }
}

export interface Mark {
  color: string
  /** Drawn with dashes, or diamonds for points, because another series already has this colour. */
  isDashed: boolean
}

/** Returns the marks of the series in order: the stored colour of each, else the next one of the palette. */
export function seriesMarks(
  series: readonly { color: string | null }[],
  { color_scheme }: Pick<ChartOptions, 'color_scheme'>,
  scheme: 'light' | 'dark',
  own: readonly string[] = [],
): Mark[] {
  return series.map(({ color }, index) => mark(color, automaticShown(color_scheme, index, scheme, own), scheme))
}

/** Returns the colour of each x value of a pie; the same in all pies of the chart. */
export function sliceColors(
  { keys, pies }: PieData,
  options: ChartOptions,
  scheme: 'light' | 'dark',
  own: readonly string[] = [],
): Map<string, string> {
  const merged = new Set(pies.flatMap(({ slices }) => slices.filter(({ row }) => row === null).map(({ key }) => key)))
  return new Map(
    keys.map((key, index) => {
      const stored = options.valuesOptions[key]?.color || (merged.has(key) ? MERGED_COLOR : null)
      return [key, mark(stored, automaticShown(options.color_scheme, index, scheme, own), scheme).color]
    }),
  )
}

/** The stored colour of the slice of all small values: gray, because it is no value of its own. */
const MERGED_COLOR = '#6E7378'

function mark(stored: string | null, { color, isRepeated }: ReturnType<typeof automaticShown>, scheme: 'light' | 'dark'): Mark {
  if (stored !== null && stored !== '') return { color: shownColor(stored, scheme), isDashed: false }
  return { color, isDashed: isRepeated }
}

/** Colours from the smallest value to the greatest, evenly spaced, by stored scheme name. */
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
/** Greater values contrast more with the dark background. */
const darkBlues = ['#161C2B', '#1F3260', '#2F55AE', '#5C8EF2', '#B4D0FF']

export const CUSTOM_SCHEME = 'Custom...'
/** The color scales by their stored names, which are those of Plotly in every language. */
export const schemeChoices = () => [
  ...Object.keys(schemes).map((name) => ({ value: name, label: name })),
  { value: CUSTOM_SCHEME, label: i18n._('Custom...') },
]

/** The ends of the default colour scale. */
export const DEFAULT_ENDS = { min: '#356AFF', max: '#E92828' } as const

/** Returns the colours of a heatmap from smallest to greatest value; blue to red for an unknown scheme. */
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

/** Cells below this fraction of the greatest value have white labels. */
const WHITE_BELOW = 0.25

export const labelColor = (value: number, max: number) => (value / max < WHITE_BELOW ? '#FFFFFF' : '#14171C')
