import { Select } from '@mantine/core'
import { ColorField } from '../../ColorField.tsx'
import type { EditorProps } from '../../visualization.ts'
import type { ChartOptions } from '../options.ts'
import { automaticOf, DEFAULT_PALETTE, paletteChoices } from '../palettes.ts'
import type { PreparedChart } from '../prepare.ts'
import styles from './SeriesTab.module.css'
import { shownSeries } from './series-names.ts'

interface ColorsTabProps extends EditorProps<ChartOptions> {
  chart: PreparedChart | null
}

/** The palette, and the colour of each series, or of each slice of a pie. */
export function ColorsTab({ options, onChange, chart }: ColorsTabProps) {
  const isPie = chart?.kind === 'pies'
  const entries = isPie ? chart.data.keys.map((key) => ({ key, name: key })) : shownSeries(chart)
  const own = isPie ? options.valuesOptions : options.seriesOptions
  const change = (key: string, color: string | null) => {
    const changed = { ...own, [key]: { ...own[key], color } }
    onChange(isPie ? { valuesOptions: changed } : { seriesOptions: changed })
  }
  return (
    <>
      <Select
        label="Palette"
        data={paletteChoices}
        value={paletteChoices.some(({ value }) => value === options.color_scheme) ? options.color_scheme : DEFAULT_PALETTE}
        onChange={(palette) => palette && onChange({ color_scheme: palette })}
      />
      {entries.length === 0 && <p className={styles.empty}>Series appear here once the chart is drawn.</p>}
      <div>
        {entries.map(({ key, name }, index) => (
          <Row
            key={key}
            name={name}
            automatic={automaticOf(options.color_scheme, index)}
            value={own[key]?.color ?? null}
            onChange={(color) => change(key, color)}
          />
        ))}
      </div>
    </>
  )
}

function Row({
  name,
  value,
  automatic,
  onChange,
}: {
  name: string
  automatic: string
  value: string | null
  onChange(color: string | null): void
}) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>{name}</span>
      <ColorField label={name} value={value} automatic={automatic} onChange={onChange} />
    </div>
  )
}
