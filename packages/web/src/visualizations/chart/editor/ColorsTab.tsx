import { ColorField } from '../../ColorField.tsx'
import { automaticColor } from '../../palette.ts'
import type { EditorProps } from '../../visualization.ts'
import type { ChartOptions } from '../options.ts'
import type { Prepared } from '../prepare.ts'
import styles from './SeriesTab.module.css'
import { drawnSeries } from './series-names.ts'

/** The colour of each series, or of each slice of a pie. */
export function ColorsTab({ options, onChange, chart }: EditorProps<ChartOptions> & { chart: Prepared | null }) {
  if (chart?.kind === 'pies') {
    return (
      <div>
        {chart.data.keys.map((key, index) => (
          <Row
            key={key}
            name={key}
            index={index}
            value={options.valuesOptions[key]?.color ?? null}
            onChange={(color) =>
              onChange({ valuesOptions: { ...options.valuesOptions, [key]: { ...options.valuesOptions[key], color } } })
            }
          />
        ))}
      </div>
    )
  }
  const series = drawnSeries(chart)
  if (series.length === 0) return <p className={styles.empty}>Series appear here once the chart is drawn.</p>
  return (
    <div>
      {series.map(({ key, name }, index) => (
        <Row
          key={key}
          name={name}
          index={index}
          value={options.seriesOptions[key]?.color ?? null}
          onChange={(color) =>
            onChange({ seriesOptions: { ...options.seriesOptions, [key]: { ...options.seriesOptions[key], color } } })
          }
        />
      ))}
    </div>
  )
}

function Row({
  name,
  index,
  value,
  onChange,
}: {
  name: string
  index: number
  value: string | null
  onChange(color: string | null): void
}) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>{name}</span>
      <ColorField label={name} value={value} automatic={automaticColor(index).stored} onChange={onChange} />
    </div>
  )
}
