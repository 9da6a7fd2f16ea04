import bidiFactory, { type Bidi } from 'bidi-js'
import { type Family, type Glyphs, isDirection } from './fonts.ts'

/** A part of a line that is drawn at once: in one font and one direction. */
export interface Run {
  text: string
  family: Family
}

// Its types say that the function is in a property of what a module imports, which it is not.
const bidi = (bidiFactory as unknown as () => Bidi)()

/**
 * Splits a line into runs, from left to right as they are seen, by the bidirectional algorithm of Unicode (UAX 9). The line has the
 * direction of its first letter. PDF itself knows neither directions nor a second font.
 * @param text that `glyphs.shown` has returned
 */
export function runsOf(text: string, glyphs: Pick<Glyphs, 'familyOf'>): Run[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [{ text, family: 'latin' }]
  const embedding = bidi.getEmbeddingLevels(text)
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels)
  const runs: (Run & { level: number })[] = []
  let at = 0
  for (const written of text) {
    const [level, mirror] = [embedding.levels[at] ?? 0, mirrored.get(at)]
    at += written.length
    if (isDirection(written)) continue
    const family = glyphs.familyOf(written)
    const character = mirror ?? written
    const last = runs.at(-1)
    // The shaper turns letters of Arabic around by itself; digits, which are read from left to right, go one by one.
    const joins = last?.level === level && last.family === family && (family !== 'arabic' || level % 2 === 1)
    if (last !== undefined && joins)
      last.text = level % 2 === 1 && family !== 'arabic' ? character + last.text : last.text + character
    else runs.push({ text: character, family, level })
  }
  return inVisualOrder(runs)
}

/** Whether a line has the direction from right to left. */
export function isRightToLeft(text: string): boolean {
  const first = text.match(/[\p{L}]/u)?.[0]
  return first !== undefined && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first)
}

const HAS_DIRECTION = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * A text in the direction of its paragraph, whatever its own first letter is: within the isolates of Unicode, which are not drawn. The
 * mark before the end keeps a last space at its place: the space would go to the other side at the end of a line.
 */
export function inDirection(text: string, isFromRight: boolean): string {
  if (isFromRight) return `\u2067${text}\u200f\u2069`
  return HAS_DIRECTION.test(text) ? `\u2066${text}\u200e\u2069` : text
}

/** Reverses each sequence of runs from the highest level down (rule L2). */
function inVisualOrder<Placed extends { level: number }>(runs: readonly Placed[]): Placed[] {
  let placed = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    const next: Placed[] = []
    let turned: Placed[] = []
    for (const run of placed) {
      if (run.level >= level) turned.unshift(run)
      else {
        next.push(...turned, run)
        turned = []
      }
    }
    placed = [...next, ...turned]
  }
  return placed
}
