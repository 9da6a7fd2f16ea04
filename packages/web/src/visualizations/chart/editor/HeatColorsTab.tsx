import { Select } from '@mantine/core'
import { ColorField } from '../../ColorField.tsx'
import type { EditorProps } from '../../visualization.ts'
import { CUSTOM_SCHEME, DEFAULT_ENDS, schemeNames } from '../heat-colors.ts'
import type { ChartOptions } from '../options.ts'
import styles from './SeriesTab.module.css'

/** The colours of a heatmap. */
export function HeatColorsTab({ options, onChange }: Pick<EditorProps<ChartOptions>, 'options' | 'onChange'>) {
  const ends = [
    { label: 'Min Color', key: 'heatMinColor', automatic: DEFAULT_ENDS.min },
    { label: 'Max Color', key: 'heatMaxColor', automatic: DEFAULT_ENDS.max },
  ] as const
  return (
    <>
      <Select
        label="Color Scheme"
        placeholder="Blue to red"
        data={schemeNames}
        clearable
        value={options.colorScheme ?? null}
        onChange={(colorScheme) => onChange({ colorScheme })}
      />
      {options.colorScheme === CUSTOM_SCHEME &&
        ends.map(({ label, key, automatic }) => (
          <div key={key} className={styles.row}>
            <span className={styles.label}>{label}</span>
            <ColorField
              label={label}
              value={options[key] ?? null}
              automatic={automatic}
              onChange={(color) => onChange({ [key]: color })}
            />
          </div>
        ))}
    </>
  )
}
