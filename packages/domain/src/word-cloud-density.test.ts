import { describe, expect, it } from 'vitest'
import { placeWords } from './word-cloud.ts'

const widthOf = (text: string) => text.length * 0.6

/**
 * Statistics of a word cloud: the covered share of its bounding box, its width, and the distance of its centre from the canvas's.
 */
function cloud(count: number) {
  const words = Array.from({ length: count }, (_, n) => ({ text: 'w'.repeat(3 + ((n * 7) % 6)), count: count - n }))
  const placed = placeWords(words, widthOf)
  const boxes = placed.map(({ text, x, y, fontSize, rotation }) => {
    const [length, thickness] = [widthOf(text) * fontSize, fontSize]
    const [width, height] = rotation === 0 ? [length, thickness] : [thickness, length]
    return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2, area: width * height }
  })
  const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))]
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))]
  return {
    placed: placed.length,
    covered: boxes.reduce((sum, { area }) => sum + area, 0) / ((right - left) * (bottom - top)),
    aspect: (right - left) / (bottom - top),
    shift: Math.hypot(left + right, top + bottom) / Math.hypot(right - left, bottom - top),
  }
}

describe('a word cloud', () => {
  const sizes = [20, 100]

  it.each(sizes)('of %i words holds all of them, close together', (count) => {
    const { placed, covered } = cloud(count)
    expect(placed).toBe(count)
    expect(covered).toBeGreaterThan(0.33)
  })

  it.each(sizes)('of %i words is wider than high, around the middle', (count) => {
    const { aspect, shift } = cloud(count)
    expect(aspect).toBeGreaterThan(1.4)
    expect(aspect).toBeLessThan(2)
    expect(shift).toBeLessThan(0.12)
  })
})
