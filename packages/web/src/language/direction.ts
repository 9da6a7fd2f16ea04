import { textDirection } from '@sightline/domain/languages.ts'
import { pageLanguage } from './i18n.ts'

/** The direction of the page, which it keeps: another language is another page. */
export const pageDirection = textDirection(pageLanguage)

const isRightToLeft = pageDirection === 'rtl'

/** Pixels to the right as pixels towards the end of a line, and the other way round. */
export const towardsEnd = (right: number): number => (isRightToLeft ? -right : right)

/** The distance of a point from the edge of a box at which lines start, pixels. */
export const fromStart = ({ left, right }: Pick<DOMRect, 'left' | 'right'>, x: number): number =>
  isRightToLeft ? right - x : x - left

/** How far an element is scrolled sideways from where its lines start, pixels. Browsers count negatively where that is at the right. */
export const scrolledFromStart = ({ scrollLeft }: Pick<Element, 'scrollLeft'>): number => Math.abs(scrollLeft)

/** The names of what is left and right in the order in which they follow each other in a line. */
export const inLine = <Name>(left: Name, right: Name): [before: Name, after: Name] =>
  isRightToLeft ? [right, left] : [left, right]

const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/**
 * A key as it works in a page from left to right: the right arrow leads to what comes next, the left one to what came before.
 * @param key of a keyboard event
 */
export const keyInLine = (key: string): string => (isRightToLeft ? (mirrored[key] ?? key) : key)
