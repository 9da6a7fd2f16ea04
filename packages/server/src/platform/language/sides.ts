import { i18n } from '@sightline/domain/language/i18n.ts'
import { textDirection } from '@sightline/domain/languages.ts'
import type { Alignment } from '@sightline/domain/table-columns/stored-columns.ts'

// Mail programs, gradients and PDF do not know the start and the end of a line, so what is read from right to left gets the other side.

/** Whether the texts of the reader are read from right to left. */
export const isFromRight = (): boolean => textDirection(i18n.locale) === 'rtl'

/** The side of a text in the direction of the reader. @param align as for texts from left to right */
export const sideOf = (align: Alignment): Alignment => (isFromRight() && align !== 'center' ? OPPOSITE[align] : align)
const OPPOSITE = { left: 'right', right: 'left' } as const

/** The padding of a cell with a gap to the next one. */
export const paddingAfter = (above: string, gap: string, below = above): string =>
  isFromRight() ? `${above} 0 ${below} ${gap}` : `${above} ${gap} ${below} 0`
