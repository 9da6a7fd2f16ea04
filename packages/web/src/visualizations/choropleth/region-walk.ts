import type { NumberMarks } from '@sightline/domain/format/number.ts'
import type { MarkWalk } from '../echarts/mark-walk.ts'
import type { ChoroplethOptions } from './options.ts'
import { type Choropleth, regionName, valueText } from './prepare.ts'
import type { Shape } from './shapes.ts'

/** The regions that have rows as steps of the keyboard, from the greatest value to the least; those without a number are last. */
export function regionWalk(
  { shapes: drawn }: Choropleth,
  shapes: readonly Pick<Shape, 'properties'>[],
  options: ChoroplethOptions,
  marks: NumberMarks,
): MarkWalk {
  const steps = drawn.flatMap(({ value, row }, dataIndex) => {
    const name = regionName(shapes[dataIndex]?.properties ?? {}, 'name')
    const text = `${name} ${valueText(value, options, marks)}`
    return row === null ? [] : [{ rank: value ?? -Number.MAX_VALUE, step: { seriesId: null, dataIndex, hasRows: true, text } }]
  })
  return steps.length === 0 ? [] : [steps.toSorted((a, b) => b.rank - a.rank).map(({ step }) => step)]
}
