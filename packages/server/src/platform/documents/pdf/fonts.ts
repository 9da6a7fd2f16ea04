import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

/** The fonts of a document; each is embedded with the characters that are used. */
export type FontName = 'regular' | 'semibold' | 'italic'

const FILES: Record<FontName, string> = {
  regular: '400Regular/Inter_400Regular.ttf',
  semibold: '600SemiBold/Inter_600SemiBold.ttf',
  italic: '400Regular_Italic/Inter_400Regular_Italic.ttf',
}

/** @returns paths of the font files */
export const fontFiles = (): [FontName, string][] =>
  (Object.keys(FILES) as FontName[]).map((name) => [
    name,
    fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${FILES[name]}`)),
  ])

/** Replaces characters that the fonts lack, and remembers their scripts. */
export interface Glyphs {
  /** @returns a text that can be drawn: without control characters, and with a question mark for each character that is missing */
  shown(text: string): string
  /** The scripts of the characters that were replaced, such as `Han`; `other` for signs and emojis. */
  missing(): string[]
}

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

/** Makes the characters of the regular font known, which the other weights have as well. */
export function openGlyphs(): Glyphs {
  const [[, path = ''] = []] = fontFiles()
  const font = openSync(path) as Font
  const known = new Map<string, boolean>()
  const missing = new Set<string>()
  const has = (sign: string) => {
    const found = known.get(sign) ?? font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)
    known.set(sign, found)
    return found
  }
  return {
    shown(text) {
      // Characters without a shape of their own: controls, joiners, and variants of the one before.
      const visible = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu, (sign) =>
        /[\t\n\r\u2028\u2029]/.test(sign) ? ' ' : '',
      )
      if (/^[\x20-\x7e]*$/.test(visible)) return visible
      return [...visible.normalize('NFC')]
        .map((sign) => {
          if (has(sign)) return sign
          missing.add(patterns.find(({ pattern }) => pattern.test(sign))?.name ?? 'other')
          return '?'
        })
        .join('')
    },
    missing: () => [...missing].sort(),
  }
}
