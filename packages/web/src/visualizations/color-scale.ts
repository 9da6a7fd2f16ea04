/** More is further from the surface. */
const ramps = {
  light: ['#F1F5FE', '#CFDDFB', '#92B3F3', '#4F7CE3', '#234399'],
  dark: ['#161C2B', '#1F3260', '#2F55AE', '#5C8EF2', '#B4D0FF'],
}

/** The colours from least to most where none were chosen. */
export const sequentialRamp = (scheme: 'light' | 'dark'): readonly string[] => ramps[scheme]

/** A colour on the way along a ramp of `#RRGGBB`. @param share 0 to 1; beyond is the nearest end */
export function colorAlong(ramp: readonly string[], share: number): string {
  const place = Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0)) * (ramp.length - 1)
  const from = ramp[Math.floor(place)] ?? '#000000'
  const to = ramp[Math.ceil(place)] ?? from
  const [a, b] = [channels(from), channels(to)]
  const mixed = a.map((channel, index) => Math.round(channel + ((b[index] ?? 0) - channel) * (place % 1)))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

/** The same in `steps` colours, so that their number can be told from the drawing. */
export function colorStep(ramp: readonly string[], share: number, steps: number): string {
  const last = Math.max(1, Math.round(steps) - 1)
  return colorAlong(ramp, Math.min(last, Math.floor(Math.max(0, share) * (last + 1))) / last)
}

/** Black or white, whichever can be read on the colour. */
export function inkOn(color: string): string {
  const linear = channels(color).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0)
  // Where both have the same contrast.
  return luminance > 0.179 ? '#14171C' : '#FFFFFF'
}

function channels(color: string): number[] {
  const hex = /^#([0-9a-f]{6})$/i.exec(color)?.[1] ?? '000000'
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}
