import { expect, describe as group, it } from 'vitest'
import { categoryLabels, inTwoLines, sideLabels } from './category-labels.ts'

const genres = ['Drama', 'Romantic Comedy', 'Thriller/Suspense']

group('the labels of categories', () => {
  it('stand in one line if they fit side by side', () => {
    expect(categoryLabels(genres, 140)).toMatchObject({ width: 132, overflow: 'truncate', interval: 0, hideOverlap: false })
  })

  it('wrap to two lines before they are tilted, and none is omitted (CHART-57)', () => {
    const labels = categoryLabels(genres, 90)
    expect(labels).toMatchObject({ interval: 0, hideOverlap: false, width: 86 })
    expect(labels).not.toHaveProperty('rotate')
    expect(genres.map((text) => labels.formatter?.(text))).toEqual(['Drama', 'Romantic\nComedy', 'Thriller/\nSuspense'])
  })

  it('break after a slash in the room of twelve bars (CHART-57)', () => {
    const labels = categoryLabels([...genres, 'Concert/Performance', 'Documentary'], 73)
    // Here nothing can be measured, and the estimate cuts long lines.
    expect(labels.formatter('Concert/Performance')).toMatch(/^Concert\/\nPerf/)
    expect(labels.formatter('Documentary')).toMatch(/^Docu[^\n]+$/)
  })

  it('are omitted in part, not tilted, if they are short and very many', () => {
    const labels = categoryLabels(['0', '10', '20'], 14)
    expect(labels).not.toHaveProperty('rotate')
    expect(labels).not.toHaveProperty('interval')
  })

  it('may fill their room if they are short, rather than being cut to dots (OPEN-314)', () => {
    // "20" is 14 pixels wide.
    expect(categoryLabels(['9', '20'], 21)).toMatchObject({ interval: 0, width: 20 })
  })

  it('are tilted if two lines are too few, and some of very many are omitted', () => {
    expect(categoryLabels(genres, 50)).toMatchObject({ rotate: 40, interval: 0 })
    expect(categoryLabels(genres, 20)).toMatchObject({ rotate: 40, interval: 'auto' })
    expect(categoryLabels(['Unbreakable name of one word', 'a'], 90)).toMatchObject({ rotate: 40 })
  })

  it('are all shown, cut, where long ones just fit side by side', () => {
    const long = ['first', 'second'].map((name) => name.repeat(30))
    expect(categoryLabels(long, 164)).toMatchObject({ width: 156, overflow: 'truncate', interval: 0 })
    expect(categoryLabels(long, 168)).toMatchObject({ width: 160, overflow: 'truncate', interval: 0 })
  })

  it('break where both lines are about as long', () => {
    expect(inTwoLines('a b c d', 5)).toBe('a b\nc d')
    expect(inTwoLines('one_two-three', 8)).toBe('one_two-\nthree')
    expect(inTwoLines('short', 8)).toBe('short')
    expect(inTwoLines('unbreakable', 8)).toBeNull()
    expect(inTwoLines('x'.repeat(120), 20)).toBeNull()
  })

  it('are cut between graphemes, never within an emoji or a flag (OPEN-621)', () => {
    for (const sign of ['👩‍👩‍👧‍👦', '🇨🇭']) {
      const label = categoryLabels([sign.repeat(40), 'b'], 160).formatter(sign.repeat(40))
      expect(label).toMatch(new RegExp(`^(${sign}){5,39}…$`, 'u'))
    }
  })

  it('break in texts without spaces, whose letters are nearly twice as wide as Latin letters (OPEN-621)', () => {
    expect(inTwoLines('出発遅延時間', 6)).toBe('出発遅\n延時間')
    expect(inTwoLines('出発遅延時間', 5)).toBeNull()
    expect(categoryLabels(['出発遅延時間の平均', '便数'], 90).formatter('出発遅延時間の平均')).toBe('出発遅延\n時間の平均')
  })

  it('keep one line beside a horizontal chart', () => {
    expect(sideLabels(categoryLabels(genres, 90))).toMatchObject({ rotate: 0, width: 160 })
    expect(sideLabels(categoryLabels(genres, 90)).formatter('Romantic Comedy')).toBe('Romantic Comedy')
  })
})
