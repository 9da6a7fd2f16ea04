import { NumberInput, Select } from '@mantine/core'
import { ColorField } from '../../ColorField.tsx'
import { FieldPair, FieldRule } from '../../EditorTabs.tsx'
import type { EditorProps } from '../../visualization.ts'
import { type ChoroplethOptions, defaultColors } from '../options.ts'
import styles from './fields.module.css'

const MIN_STEPS = 3
const MAX_STEPS = 11
const modes = [
  { value: 'q', label: 'quantile' },
  { value: 'e', label: 'equidistant' },
  { value: 'k', label: 'k-means' },
] as const
const colors = [
  { key: 'min', label: 'Min Color' },
  { key: 'max', label: 'Max Color' },
  { key: 'noValue', label: 'No Value Color' },
  { key: 'background', label: 'Background Color' },
  { key: 'borders', label: 'Borders Color' },
] as const

/** How values are put into classes, and the colours of everything. */
export function ColorsTab({ options, onChange }: EditorProps<ChoroplethOptions>) {
  return (
    <>
      <FieldPair>
        <NumberInput
          label="Steps"
          min={MIN_STEPS}
          max={MAX_STEPS}
          clampBehavior="strict"
          allowDecimal={false}
          value={options.steps}
          onChange={(steps) => typeof steps === 'number' && steps >= MIN_STEPS && onChange({ steps })}
        />
        <Select
          label="Clustering Mode"
          data={modes}
          value={options.clusteringMode}
          onChange={(value) => {
            const mode = modes.find((known) => known.value === value)
            if (mode) onChange({ clusteringMode: mode.value })
          }}
        />
      </FieldPair>
      <FieldRule />
      {colors.map(({ key, label }) => (
        <div key={key} className={styles.row}>
          <span>{label}</span>
          <ColorField
            label={label}
            value={options.colors[key]}
            automatic={defaultColors[key]}
            onChange={(color) => onChange({ colors: { ...options.colors, [key]: color ?? defaultColors[key] } })}
          />
        </div>
      ))}
    </>
  )
}
