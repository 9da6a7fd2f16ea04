import { automaticColor, colorAlong, inkOn, sequentialRamp, shownColor } from '../palette.ts'
import type { Tiles } from './prepare.ts'

/** The stored gray of the palette, for tiles without a colour of their own. */
const GRAY = '#6E7378'

/**
 * The colours of the tiles: along a ramp by their averages, or one after the other from the palette.
 * @param own the colours of the organization; empty if it has none
 */
export function colorsOf(
  { tiles, range }: Pick<Tiles, 'tiles' | 'range'>,
  scheme: 'light' | 'dark',
  own: readonly string[] = [],
): string[] {
  const ramp = sequentialRamp(scheme)
  return tiles.map(({ color, isRest }, index) => {
    if (range === null) return shownColor(isRest ? GRAY : automaticColor(index, own).stored, scheme)
    if (color === null) return shownColor(GRAY, scheme)
    // Divided before subtracting, because the difference of the largest numbers would overflow.
    const span = range.high / 2 - range.low / 2
    return colorAlong(ramp, span === 0 ? 0.5 : (color / 2 - range.low / 2) / span)
  })
}

/** Returns pure black or white: on colours of middle brightness, the ink of charts has less contrast than small texts need. */
export const textColorOn = (color: string): string => (inkOn(color) === '#FFFFFF' ? '#FFFFFF' : '#000000')
