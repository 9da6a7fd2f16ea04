import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

/** The fonts of a document; each is embedded with the characters that are used. */
export const fontNames = ['regular', 'semibold', 'italic'] as const
export type FontName = (typeof fontNames)[number]

/** Fonts by the scripts that they are for, in the order in which they are asked for a character. */
export const families = ['latin', 'arabic', 'japanese'] as const
export type Family = (typeof families)[number]

const FILES: Record<Family, Record<FontName, string>> = {
  latin: {
    regular: '400Regular/Inter_400Regular.ttf',
    semibold: '600SemiBold/Inter_600SemiBold.ttf',
    italic: '400Regular_Italic/Inter_400Regular_Italic.ttf',
  },
  // These scripts have no italics.
  arabic: {
    regular: '400Regular/NotoSansArabic_400Regular.ttf',
    semibold: '600SemiBold/NotoSansArabic_600SemiBold.ttf',
    italic: '400Regular/NotoSansArabic_400Regular.ttf',
  },
  japanese: {
    regular: '400Regular/BIZUDPGothic_400Regular.ttf',
    semibold: '700Bold/BIZUDPGothic_700Bold.ttf',
    italic: '400Regular/BIZUDPGothic_400Regular.ttf',
  },
}

// Each package is named in full, because a release has the packages that its code names.
const urls: Record<Family, (file: string) => string> = {
  latin: (file) => import.meta.resolve(`@expo-google-fonts/inter/${file}`),
  arabic: (file) => import.meta.resolve(`@expo-google-fonts/noto-sans-arabic/${file}`),
  japanese: (file) => import.meta.resolve(`@expo-google-fonts/biz-udpgothic/${file}`),
}

/** The path of a font file. */
export const fontFile = (family: Family, name: FontName): string => fileURLToPath(urls[family](FILES[family][name]))

/** Replaces characters that the fonts lack, and remembers their scripts. */
export interface Glyphs {
  /** @returns a text that can be drawn: without control characters, and with a question mark for each character that is missing */
  shown(text: string): string
  /** The family that has a character of a text that `shown` has returned. */
  familyOf(character: string): Family
  /** The scripts of the characters that were replaced, such as `Han`; `other` for symbols and emojis. */
  missing(): string[]
}

/** Whether a character of Unicode only says a direction: of its place, or of the part of a line that it encloses. */
export const isDirection = (character: string): boolean => /[\u200e\u200f\u2066-\u2069]/.test(character)

const SCRIPTS = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Devanagari',
  'Georgian',
  'Gujarati',
  'Hangul',
  'Han',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thai',
  'Tibetan',
] as const
const patterns = SCRIPTS.map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }))

/** Makes the characters of the fonts known. The regular ones have those of the other weights; each is opened when it is needed. */
export function openGlyphs(): Glyphs {
  const fonts = new Map<Family, Font>()
  const fontOf = (family: Family) => {
    const font = fonts.get(family) ?? (openSync(fontFile(family, 'regular')) as Font)
    fonts.set(family, font)
    return font
  }
  const known = new Map<string, Family | null>()
  const missing = new Set<string>()
  const find = (character: string) => {
    const before = known.get(character)
    if (before !== undefined) return before
    const found = families.find((family) => fontOf(family).hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) ?? null
    known.set(character, found)
    return found
  }
  return {
    shown(text) {
      // An emoji of several characters is one that the fonts lack, so it is left with the first of them.
      const single = text.replace(/\p{RGI_Emoji}/gv, (emoji) => String.fromCodePoint(emoji.codePointAt(0) ?? 0))
      // Characters without a shape of their own: controls, joiners, and variants of the one before. Isolates arrange the line.
      const visible = single.replace(
        /(?![\u2066-\u2069])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu,
        (character) => (/[\t\n\r\u2028\u2029]/.test(character) ? ' ' : ''),
      )
      if (/^[\x20-\x7e]*$/.test(visible)) return visible
      return [...visible.normalize('NFC')]
        .map((character) => {
          if (isDirection(character) || find(character) !== null) return character
          missing.add(patterns.find(({ pattern }) => pattern.test(character))?.name ?? 'other')
          return '?'
        })
        .join('')
    },
    familyOf: (character) => find(character) ?? 'latin',
    missing: () => [...missing].sort(),
  }
}
