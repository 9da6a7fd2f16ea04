import { describe, expect, it } from 'vitest'
import { plainMarks } from '../format/number.ts'
import { pathsOfStages, pathsOfSteps } from './paths.ts'
import { NODE_PADDING, NODE_WIDTH, sankeyOf } from './sankey.ts'
import { MIN_ANGLE, segmentOutline, segmentsOf, shareText } from './sunburst.ts'

describe('the paths of a flow', () => {
  it('are read from one row per node of a sequence (SUNBURST-01)', () => {
    const row = (sequence: number, stage: number, node: string, value: number) => ({ sequence, stage, node, value })
    expect(pathsOfStages([row(1, 2, 'cart', 30), row(1, 1, 'home', 30), row(2, 1, 'home', 5), row(3, 1, 'lost', 0)])).toEqual([
      { steps: ['home', 'cart'], value: 30 },
      { steps: ['home'], value: 5 },
    ])
  })

  it('are read from a row with several steps (SUNBURST-02, SANKEY-01)', () => {
    expect(
      pathsOfSteps(
        [
          ['home', 'home', 'x'],
          ['cart', null, 'y'],
        ],
        [30, '5', 'many'],
      ),
    ).toEqual([
      { steps: ['home', 'cart'], value: 30 },
      { steps: ['home', null], value: 5 },
    ])
  })
})

describe('a sunburst', () => {
  const angle = (share: number) => share * 2 * Math.PI

  it('has rings in proportion to the shares, the largest first', () => {
    const { segments, total } = segmentsOf([
      { steps: ['b', 'x'], value: 1 },
      { steps: ['a'], value: 2 },
      { steps: ['b', 'y'], value: 5 },
    ])
    expect(total).toBe(8)
    expect(segments.map(({ path, depth, value, share }) => [path.join('/'), depth, value, share])).toEqual([
      ['b', 0, 6, 0.75],
      ['b/y', 1, 5, 0.625],
      ['b/x', 1, 1, 0.125],
      ['a', 0, 2, 0.25],
    ])
    expect(segments.map(({ start, end }) => [start, end])).toEqual([
      [0, angle(0.75)],
      [0, angle(0.625)],
      [angle(0.625), angle(0.75)],
      [angle(0.75), angle(1)],
    ])
  })

  it('drops segments narrower than 0.005 (SUNBURST-03)', () => {
    expect(MIN_ANGLE).toBe(0.005)
    const shares = (value: number) =>
      segmentsOf([
        { steps: ['all'], value: 1_000_000 - value },
        { steps: ['few'], value },
      ]).segments
    // An angle of 0.005 of 6.2832 radians is a share of 0.000796.
    expect(shares(790)).toHaveLength(1)
    expect(shares(800)).toHaveLength(2)
  })

  it('shows shares below 1% as such (SUNBURST-04)', () => {
    expect([1, 0.12345, 0.01, 0.00999, 0].map((share) => shareText(share, plainMarks))).toEqual([
      '100%',
      '12.3%',
      '1%',
      '< 1.0%',
      '< 1.0%',
    ])
  })

  it('starts at the top and runs clockwise', () => {
    expect(segmentOutline({ start: 0, end: Math.PI / 2 }, 10, 20)).toBe(
      'M0.00 -20.00A20 20 0 0 1 20.00 -0.00L10.00 -0.00A10 10 0 0 0 0.00 -10.00Z',
    )
    expect(segmentsOf([]).segments).toEqual([])
  })

  it('draws a step that all paths share as a ring with a hole (OPEN-143)', () => {
    const ring = 'M0 -20A20 20 0 0 1 0 20A20 20 0 0 1 0 -20ZM0 -10A10 10 0 0 0 0 10A10 10 0 0 0 0 -10Z'
    for (const end of [2 * Math.PI, 2 * Math.PI - 1e-9]) expect(segmentOutline({ start: 0, end }, 10, 20)).toBe(ring)
    expect(segmentOutline({ start: 0, end: 2 * Math.PI - 0.01 }, 10, 20)).not.toContain('ZM')
  })
})

describe('a Sankey diagram', () => {
  const paths = [
    { steps: ['home', 'cart'], value: 30 },
    { steps: ['home', null], value: 10 },
    { steps: ['news', 'cart'], value: 10 },
  ]

  it('has nodes that are 15 wide and 10 apart, and as high as their share (SANKEY-02)', () => {
    expect([NODE_WIDTH, NODE_PADDING]).toEqual([15, 10])
    // The 50 of both stages share the height of 110 minus two gaps of 10.
    const { nodes } = sankeyOf(paths, 215, 110)
    expect(nodes.map(({ name, x, y, width, height }) => [name, x, y, width, height])).toEqual([
      ['home', 0, 0, 15, 80],
      ['news', 0, 90, 15, 20],
      ['Exit', 200, 0, 15, 20],
      ['cart', 200, 30, 15, 80],
    ])
  })

  it('keeps a step that is named like the exit apart from it', () => {
    const { nodes } = sankeyOf([...paths, { steps: ['home', 'Exit'], value: 5 }], 215, 110)
    const exits = nodes.filter(({ name }) => name === 'Exit')
    expect(exits.map(({ isExit, value }) => [isExit, value]).toSorted()).toEqual([
      [false, 5],
      [true, 10],
    ])
  })

  it('connects its nodes by links side by side', () => {
    const { links } = sankeyOf(paths, 215, 110)
    expect(
      links.map(({ source, target, thickness, sourceY, targetY }) => [source.name, target.name, thickness, sourceY, targetY]),
    ).toEqual([
      ['home', 'cart', 60, 50, 60],
      ['home', 'Exit', 20, 10, 10],
      ['news', 'cart', 20, 100, 100],
    ])
  })

  it('separates equal names in two stages, and stays within its space for any data', () => {
    const again = sankeyOf([{ steps: ['a', 'a', 'a'], value: 1 }], 100, 50)
    expect(again.nodes.map(({ stage }) => stage)).toEqual([0, 1, 2])
    const many = Array.from({ length: 500 }, (_, n) => ({ steps: [`s${n}`, `t${n % 7}`], value: n + 1 }))
    const { nodes, omitted } = sankeyOf(many, 600, 300)
    expect(omitted).toBe(440)
    expect(Math.min(...nodes.map(({ y }) => y))).toBeGreaterThanOrEqual(-0.001)
    expect(Math.max(...nodes.map(({ y, height }) => y + height))).toBeLessThanOrEqual(300.001)
    expect(sankeyOf([], 100, 100)).toEqual({ nodes: [], links: [], omitted: 0 })
  })
})
