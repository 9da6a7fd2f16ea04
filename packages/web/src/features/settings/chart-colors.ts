import { t } from '@lingui/core/macro'
import { automaticColors, basePalette, contrastOf, shownColor } from '../../visualizations/palette.ts'

export const MIN_COLORS = 3
export const MAX_COLORS = 12

/** Eight hues that remain distinct with every common colour vision deficiency, on both themes. */
const colorblindSafe = ['#0072B2', '#D55E00', '#00865F', '#C0538C', '#B37400', '#2E8FCB', '#857500', '#7A7F87']

export type ColorChoice = 'standard' | 'colorblind' | 'own'

export const colorChoices: { value: ColorChoice; label: string }[] = [
  { value: 'standard', label: t`Standard` },
  { value: 'colorblind', label: t`Colorblind safe` },
  { value: 'own', label: t`Own colors` },
]

/** The choice that these stored colors stand for. */
export function choiceOf(colors: readonly string[]): ColorChoice {
  if (colors.length === 0) return 'standard'
  return colors.join() === colorblindSafe.join() ? 'colorblind' : 'own'
}

/** The colors that are stored for a choice; own colors begin with those that were chosen before. */
export function colorsFor(choice: ColorChoice, before: readonly string[]): string[] {
  if (choice === 'standard') return []
  return choice === 'colorblind' ? [...colorblindSafe] : [...automaticColors(before)].slice(0, MAX_COLORS)
}

/** A color of the palette that is not among these. */
export const nextColor = (colors: readonly string[]): string =>
  basePalette.find(({ light }) => !colors.includes(light))?.light ?? '#808080'

/** Says what is wrong with own colors; null if nothing is. */
export function colorsProblem(colors: readonly string[]): string | null {
  if (colors.length === 0) return null
  const isTwice = new Set(colors).size < colors.length
  return isTwice || colors.length < MIN_COLORS || colors.length > MAX_COLORS
    ? t`Choose ${MIN_COLORS} to ${MAX_COLORS} different colors.`
    : null
}

const surfaces = { light: '#FFFFFF', dark: '#15181C' }
/** The contrast that WCAG 2.2 asks of graphics (1.4.11). */
const MIN_CONTRAST = 3

/** The themes in which a color is hard to see, as words; null if there are none. */
export function contrastHint(color: string): string | null {
  const pale = (['light', 'dark'] as const).filter(
    (theme) => contrastOf(shownColor(color, theme), surfaces[theme]) < MIN_CONTRAST,
  )
  if (pale.length === 2) return t`Hard to see in the light and the dark theme.`
  const [theme] = pale
  if (theme === undefined) return null
  return theme === 'light' ? t`Hard to see in the light theme.` : t`Hard to see in the dark theme.`
}
