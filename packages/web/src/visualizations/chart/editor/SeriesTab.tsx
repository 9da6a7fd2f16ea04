import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SegmentedControl, Select } from '@mantine/core'
import { cartesianTypes } from '@sightline/domain/chart-data/cartesian.ts'
import { useState } from 'react'
import { DebouncedInput } from '../../EditorFields.tsx'
import { OrderedList } from '../../OrderedList.tsx'
import type { EditorProps } from '../../visualization.ts'
import { kindName } from '../kinds.ts'
import type { ChartOptions } from '../options.ts'
import type { PreparedChart } from '../prepared.ts'
import { DetailsToggle, SeriesDetails } from './SeriesDetails.tsx'
import styles from './SeriesTab.module.css'

const typeChoices = cartesianTypes.filter((kind) => kind !== 'bubble').map((kind) => ({ value: kind, label: kindName(kind) }))

/** Order, label, axis and type of each series. */
export function SeriesTab({ options, formats, onChange, chart }: EditorProps<ChartOptions> & { chart: PreparedChart | null }) {
  const [opened, setOpened] = useState<string | null>(null)
  const series = shownSeries(chart)
  const isPie = options.globalSeriesType === 'pie'
  // Boxes and bubbles cannot be mixed with other types, which need other columns.
  const isMixed = !isPie && typeChoices.some(({ value }) => value === options.globalSeriesType)
  const change = (key: string, patch: ChartOptions['seriesOptions'][string]) =>
    onChange({ seriesOptions: { ...options.seriesOptions, [key]: { ...options.seriesOptions[key], ...patch } } })
  const order = (next: { key: string; name: string }[]) => {
    const ranked = Object.fromEntries(next.map(({ key }, zIndex) => [key, { ...options.seriesOptions[key], zIndex }]))
    onChange({ seriesOptions: { ...options.seriesOptions, ...ranked } })
  }
  if (series.length === 0)
    return (
      <p className={styles.empty}>
        <Trans>Series appear here once the chart is drawn.</Trans>
      </p>
    )

  return (
    <OrderedList label={t`Series`} items={series} keyOf={({ key }) => key} nameOf={({ name }) => name} onOrder={order}>
      {({ key, name: shown }) => {
        const own = options.seriesOptions[key]
        return (
          <div className={styles.series}>
            <DebouncedInput
              aria-label={t`Label of ${shown}`}
              size="sm"
              className={styles.name}
              placeholder={own?.name ? key : shown}
              value={own?.name ?? ''}
              onChange={(name) => change(key, { name: name === '' ? undefined : name })}
            />
            {!isPie && (
              <>
                <SegmentedControl
                  aria-label={t`Y axis of ${shown}`}
                  size="xs"
                  data={[
                    { value: '0', label: t`Left` },
                    { value: '1', label: t`Right` },
                  ]}
                  value={own?.yAxis === 1 ? '1' : '0'}
                  onChange={(axis) => change(key, { yAxis: Number(axis) })}
                />
                {isMixed && (
                  <Select
                    aria-label={t`Type of ${shown}`}
                    size="sm"
                    className={styles.type}
                    data={typeChoices}
                    value={own?.type ?? options.globalSeriesType}
                    onChange={(type) => type && change(key, { type })}
                  />
                )}
              </>
            )}
            <DetailsToggle name={shown} isOpen={opened === key} onToggle={() => setOpened(opened === key ? null : key)} />
            {opened === key && (
              <SeriesDetails
                name={shown}
                own={own}
                isPie={isPie}
                options={options}
                formats={formats}
                onChange={(patch) => change(key, patch)}
              />
            )}
          </div>
        )
      }}
    </OrderedList>
  )
}

/** The series of the current chart, by key and displayed name; empty if there is no chart. */
export function shownSeries(chart: PreparedChart | null): { key: string; name: string }[] {
  if (chart === null || chart.kind === 'nothing' || chart.kind === 'heatmap' || chart.kind === 'custom') return []
  return chart.kind === 'pies' ? chart.data.pies : chart.data.series
}
