import { NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
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

/** The number of classes. While `10` or `11` is typed, the intermediate `1` is shown but not applied. */
function StepsField({ value, onChange }: { value: number; onChange(steps: number): void }) {
  const [typed, setTyped] = useState<string | number>(value)
  return (
    <NumberInput
      label="Steps"
      min={MIN_STEPS}
      max={MAX_STEPS}
      clampBehavior="blur"
      allowDecimal={false}
      value={typed}
      onChange={(steps) => {
        setTyped(steps)
        if (typeof steps === 'number' && steps >= MIN_STEPS && steps <= MAX_STEPS) onChange(steps)
      }}
      onBlur={() => typed === '' && setTyped(value)}
    />
  )
}

/** The classification of values, and all colours. */
export function ColorsTab({ options, onChange }: EditorProps<ChoroplethOptions>) {
  return (
    <>
      <FieldPair>
        <StepsField value={options.steps} onChange={(steps) => onChange({ steps })} />
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
