import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { cartesianTypes } from '@sightline/domain/chart-data/cartesian.ts'
import { NumberField } from '../../EditorFields.tsx'
import type { ChartOptions } from '../options.ts'
import { averageSize, canHaveTrend, LEAST_AVERAGE, MAX_AVERAGE, trendKinds } from '../trends.ts'

type StoredSeries = ChartOptions['seriesOptions'][string]

interface TrendFieldsProps {
  own: StoredSeries | undefined
  options: ChartOptions
  onChange(patch: Partial<StoredSeries>): void
}

/** The trend of a series. */
export function TrendFields({ own, options, onChange }: TrendFieldsProps) {
  const type = cartesianTypes.find((known) => known === (own?.type ?? options.globalSeriesType)) ?? 'line'
  const isOffered = canHaveTrend(options, type)
  const chosen = trendKinds.find(({ value }) => value === own?.trend)?.value ?? 'none'
  return (
    <>
      <Select
        label={t`Trend Line`}
        data={trendKinds.map(({ value, label }) => ({ value, label: label() }))}
        value={chosen}
        allowDeselect={false}
        disabled={!isOffered}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={isOffered ? hintOf(chosen, options, own) : t`Stacked series have no trend line.`}
        onChange={(trend) => onChange({ trend: trend === null || trend === 'none' ? undefined : trend })}
      />
      {isOffered && chosen === 'average' && (
        <NumberField
          label={t`Points in Each Average`}
          min={LEAST_AVERAGE}
          max={MAX_AVERAGE}
          value={averageSize(own)}
          onChange={(trendPoints) => onChange({ trendPoints: trendPoints ?? undefined })}
        />
      )}
    </>
  )
}

function hintOf(chosen: string, { yAxis, xAxis }: ChartOptions, own: StoredSeries | undefined): string | undefined {
  if (chosen === 'average') return t`Of each point and those before it, where none is missing.`
  const isLogarithmic = xAxis.type === 'logarithmic' || yAxis[own?.yAxis === 1 ? 1 : 0]?.type === 'logarithmic'
  return chosen === 'linear' && isLogarithmic
    ? t`Fitted to the logarithms on a logarithmic axis, so that it is straight there.`
    : undefined
}
