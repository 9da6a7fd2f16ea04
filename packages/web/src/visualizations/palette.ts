/** A colour of drawings: stored by its light value, shown by the value of the scheme. */
export interface PaletteColor {
  name: string
  light: string
  dark: string
}

/** Automatic colours, in the order they are given out. Neighbours stay apart under every common colour vision. */
export const basePalette: readonly PaletteColor[] = [
  { name: 'Blue', light: '#3E5EDB', dark: '#5493FC' },
  { name: 'Red', light: '#D74E3D', dark: '#EF6968' },
  { name: 'Green', light: '#238F66', dark: '#43C99E' },
  { name: 'Purple', light: '#7D4BAB', dark: '#8C5BE1' },
  { name: 'Cyan', light: '#309AAB', dark: '#6FD7E2' },
  { name: 'Orange', light: '#E37611', dark: '#FA9C2B' },
  { name: 'Light Blue', light: '#169AED', dark: '#8EB6D4' },
  { name: 'Lilac', light: '#866FC9', dark: '#A990CD' },
  { name: 'Light Green', light: '#6E9F6D', dark: '#AEEBAE' },
  { name: 'Brown', light: '#724716', dark: '#A56C41' },
  { name: 'Black', light: '#212A32', dark: '#DCE9F8' },
  { name: 'Gray', light: '#6E7378', dark: '#7F8286' },
  { name: 'Pink', light: '#BB578D', dark: '#E76DAA' },
  { name: 'Dark Blue', light: '#232777', dark: '#5A7CC2' },
]

/** More colours to choose from. */
export const additionalPalette: readonly PaletteColor[] = [
  { name: 'Amber', light: '#B68548', dark: '#F1B548' },
  { name: 'Teal', light: '#2E6567', dark: '#1DAC92' },
  { name: 'Magenta', light: '#923394', dark: '#CD56D2' },
  { name: 'Olive', light: '#65623B', dark: '#B2C771' },
  { name: 'Coral', light: '#AD7266', dark: '#F7A098' },
  { name: 'Slate', light: '#5E7A98', dark: '#597486' },
]

export const palette: readonly PaletteColor[] = [...basePalette, ...additionalPalette]

const darkOf = new Map(palette.map(({ light, dark }) => [light, dark]))

/** The stored colour as the scheme shows it; one that is not of the palette is shown as it is. */
export function shownColor(stored: string, scheme: 'light' | 'dark'): string {
  return scheme === 'dark' ? (darkOf.get(stored.toUpperCase()) ?? stored) : stored
}

/** The colour of the series at `index` that has none of its own; past the end they repeat, told apart by dashes. */
export function automaticColor(index: number): { stored: string; isRepeated: boolean } {
  return { stored: basePalette[index % basePalette.length]?.light ?? '#3E5EDB', isRepeated: index >= basePalette.length }
}
