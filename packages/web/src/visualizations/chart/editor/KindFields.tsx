import { NumberInput, Select } from '@mantine/core'
import { FieldPair } from '../../EditorTabs.tsx'
import type { EditorProps } from '../../visualization.ts'
import { canStack } from '../kinds.ts'
import type { ChartOptions } from '../options.ts'

const lineShapes = [
  { value: 'linear', label: 'Straight' },
  { value: 'spline', label: 'Smooth' },
  { value: 'hv', label: 'Step after' },
  { value: 'vh', label: 'Step before' },
]
const stackings = [
  { value: '', label: 'Disabled' },
  { value: 'stack', label: 'Stack' },
]
const directions = [
  { value: 'counterclockwise', label: 'Counterclockwise' },
  { value: 'clockwise', label: 'Clockwise' },
]
const sizeModes = [
  { value: 'diameter', label: 'Diameter' },
  { value: 'area', label: 'Area' },
]

/** Options that only some kinds of chart have. */
export function KindFields({ options, onChange }: Pick<EditorProps<ChartOptions>, 'options' | 'onChange'>) {
  const kind = options.globalSeriesType
  if (kind === 'pie') {
    return (
      <Select
        label="Direction"
        data={directions}
        value={options.direction.type}
        onChange={(type) => type && onChange({ direction: { ...options.direction, type } })}
      />
    )
  }
  if (kind === 'bubble') {
    return (
      <FieldPair>
        <Select
          label="Bubble Size Proportional To"
          data={sizeModes}
          value={options.sizemode === 'area' ? 'area' : 'diameter'}
          onChange={(sizemode) => sizemode && onChange({ sizemode })}
        />
        <NumberInput
          label="Bubble Size Coefficient"
          placeholder="Automatic"
          min={0}
          value={options.coefficient ?? ''}
          onChange={(value) => onChange({ coefficient: typeof value === 'number' ? value : null })}
        />
      </FieldPair>
    )
  }
  if (!canStack(kind)) return null
  return (
    <FieldPair>
      <Select
        label="Stacking"
        data={stackings}
        value={options.series.stacking ?? ''}
        onChange={(choice) => onChange({ series: { ...options.series, stacking: choice === 'stack' ? 'stack' : null } })}
      />
      {kind !== 'column' && (
        <Select
          label="Line Shape"
          data={lineShapes}
          value={options.lineShape}
          onChange={(lineShape) => lineShape && onChange({ lineShape })}
        />
      )}
    </FieldPair>
  )
}
