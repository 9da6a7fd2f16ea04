import { literal, type Pattern, readPattern } from './number-pattern.ts'

/** The usual ways to write a number, each with a pattern of `formatNumber`. */
export const numberKinds = [
  'whole',
  'decimals',
  'percent',
  'short',
  'currency',
  'seconds',
  'milliseconds',
  'bytes',
  'binary bytes',
] as const
export type NumberKind = (typeof numberKinds)[number]

/** A number format in the words of its editor. */
export interface NumberStyle {
  kind: NumberKind
  decimals: number
  /** Literal text before and after the number. */
  prefix: string
  suffix: string
}

export const MAX_STYLE_DECIMALS = 6

/** The parts of a style that its kind has. */
export const styleParts = (kind: NumberKind) => ({
  hasDecimals: kind !== 'whole' && kind !== 'seconds' && kind !== 'milliseconds',
  hasText: kind !== 'seconds' && kind !== 'milliseconds',
})

/** The pattern of a style. */
export function patternOf({ kind, decimals, prefix, suffix }: NumberStyle): string {
  const point = decimals > 0 ? `.${'0'.repeat(decimals)}` : ''
  const within = (digits: string) => literal(prefix) + digits + literalAfter(digits, suffix)
  switch (kind) {
    case 'whole':
      return within('0,0')
    case 'decimals':
    case 'currency':
      return within(`0,0${point}`)
    case 'percent':
      return within(`0${point}%`)
    case 'short':
      return within(`0${point}[K]`)
    case 'bytes':
      return within(`0${point} b`)
    case 'binary bytes':
      return within(`0${point} ib`)
    case 'seconds':
    case 'milliseconds':
      return `[${kind}]`
  }
}

/** Escapes a letter that would be read as a unit, or as a part of the unit before it. */
const literalAfter = (digits: string, suffix: string) =>
  literal(suffix).replace(/\d$/.test(digits) ? /^( ?)([aboeiB])/ : /^()([a-zA-Z])/, '$1\\$2')

/** The style of a pattern; null if it is none of the usual ones. */
export function styleOf(pattern: string): NumberStyle | null {
  const { decimals, prefix, suffix, scale } = readPattern(pattern)
  const kind = kindOf(scale, decimals, prefix + suffix)
  const style = kind && { kind, decimals, prefix, suffix }
  return style && decimals <= MAX_STYLE_DECIMALS && patternOf(style) === pattern ? style : null
}

function kindOf(scale: Pattern['scale'], decimals: number, text: string): NumberKind | null {
  switch (scale?.kind) {
    case undefined:
      return isCurrency(text) ? 'currency' : decimals === 0 ? 'whole' : 'decimals'
    case 'bytes':
      return scale.base === 1000 ? 'bytes' : 'binary bytes'
    case 'percent':
    case 'short':
    case 'seconds':
    case 'milliseconds':
      return scale.kind
    default:
      return null
  }
}

/** Whether the text beside a number is a symbol or code of a currency. */
const isCurrency = (text: string) => /^(?:\p{Sc}|[A-Z]{1,2}\p{Sc}|[A-Z]{3})$/u.test(text.trim())

/**
 * The least difference between two values that a pattern tells apart; null if that depends on the values.
 */
export function stepOf(pattern: string): number | null {
  const { decimals, optionalDecimals, scale } = readPattern(pattern)
  if (scale === null) return 10 ** -(decimals + optionalDecimals)
  return scale.kind === 'percent' ? 10 ** -(decimals + optionalDecimals + 2) : null
}
