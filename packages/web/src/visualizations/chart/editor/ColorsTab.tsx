import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { ColorField } from '../../ColorField.tsx'
import type { EditorProps, Formats } from '../../visualization.ts'
import { automaticOf, CUSTOM_SCHEME, DEFAULT_ENDS, DEFAULT_PALETTE, paletteChoices, schemeChoices } from '../colors.ts'
import { labelsOf } from '../labels.ts'
import type { ChartOptions } from '../options.ts'
import type { PieChart, PreparedChart } from '../prepared.ts'
import { placesAlone } from '../shared.ts'
import styles from './SeriesTab.module.css'
import { shownSeries } from './SeriesTab.tsx'

interface ColorsTabProps extends EditorProps<ChartOptions> {
  chart: PreparedChart | null
}

/** The palette, and the colour of each series or pie slice. */
export function ColorsTab({ options, formats, onChange, chart }: ColorsTabProps) {
  const isPie = chart?.kind === 'pies'
  const entries = isPie ? sliceNames(chart, options, formats) : shownSeries(chart)
  const own = isPie ? options.valuesOptions : options.seriesOptions
  const isDrawn = chart !== null && chart.kind !== 'nothing' && chart.kind !== 'custom'
  const places = isDrawn ? placesAlone({ chart, options }, formats.chartColors) : null
  const palettes = paletteChoices()
  const change = (key: string, color: string | null) => {
    const changed = { ...own, [key]: { ...own[key], color } }
    onChange(isPie ? { valuesOptions: changed } : { seriesOptions: changed })
  }
  return (
    <>
      <Select
        label={t`Palette`}
        data={palettes}
        value={palettes.some(({ value }) => value === options.color_scheme) ? options.color_scheme : DEFAULT_PALETTE}
        onChange={(palette) => palette && onChange({ color_scheme: palette })}
      />
      {entries.length === 0 && (
        <p className={styles.empty}>
          <Trans>Series appear here once the chart is drawn.</Trans>
        </p>
      )}
      <div>
        {entries.map(({ key, name }, index) => (
          <Row
            key={key}
            name={name}
            automatic={automaticOf(options.color_scheme, places?.get(key) ?? index, formats.chartColors)}
            value={own[key]?.color ?? null}
            onChange={(color) => change(key, color)}
          />
        ))}
      </div>
    </>
  )
}

function sliceNames({ x, data }: PieChart, options: ChartOptions, formats: Formats) {
  const labels = labelsOf(options, formats, { ...x, scale: 'category' }, data.keys)
  return data.keys.map((key) => ({ key, name: labels.x(key) }))
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

export function HeatColorsTab({ options, onChange }: Pick<EditorProps<ChartOptions>, 'options' | 'onChange'>) {
  const ends = [
    { label: t`Min Color`, key: 'heatMinColor', automatic: DEFAULT_ENDS.min },
    { label: t`Max Color`, key: 'heatMaxColor', automatic: DEFAULT_ENDS.max },
  ] as const
  return (
    <>
      <Select
        label={t`Color Scheme`}
        placeholder={t`Blue to red`}
        data={schemeChoices()}
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
