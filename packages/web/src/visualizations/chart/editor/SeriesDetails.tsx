import { t } from '@lingui/core/macro'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { NumberFormatField } from '../../NumberFormatField.tsx'
import type { EditorProps } from '../../visualization.ts'
import { formatsAfter } from '../number-formats.ts'
import type { ChartOptions } from '../options.ts'
import styles from './SeriesTab.module.css'
import { TrendFields } from './TrendFields.tsx'

interface ToggleProps {
  /** Of the series. */
  name: string
  isOpen: boolean
  onToggle(): void
}

/** Opens and closes the further fields of a series. */
export const DetailsToggle = ({ name, isOpen, onToggle }: ToggleProps) => (
  <Tooltip label={isOpen ? t`Fewer options` : t`More options`}>
    <ActionIcon variant="subtle" size="sm" aria-label={t`More options of ${name}`} aria-expanded={isOpen} onClick={onToggle}>
      <IconAdjustmentsHorizontal size={14} stroke={1.75} />
    </ActionIcon>
  </Tooltip>
)

type StoredSeries = ChartOptions['seriesOptions'][string]

interface DetailsProps extends Pick<EditorProps<ChartOptions>, 'formats' | 'options'> {
  name: string
  own: StoredSeries | undefined
  isPie: boolean
  onChange(patch: Partial<StoredSeries>): void
}

/** The further fields of a series. */
export const SeriesDetails = ({ name, own, isPie, options, formats, onChange }: DetailsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset stands in its border
  <div className={styles.details} role="group" aria-label={t`Options of ${name}`}>
    <NumberFormatField
      label={t`Number Format`}
      named={formatsAfter(isPie ? t`As the chart` : t`As the axis`)}
      marks={formats.numberMarks}
      value={own?.numberFormat ?? ''}
      onChange={(numberFormat) => onChange({ numberFormat: numberFormat === '' ? undefined : numberFormat })}
    />
    {!isPie && options.globalSeriesType !== 'box' && <TrendFields own={own} options={options} onChange={onChange} />}
  </div>
)
