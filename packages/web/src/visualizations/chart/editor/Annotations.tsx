import { t } from '@lingui/core/macro'
import { positionOf } from '@sightline/domain/chart-data/scale.ts'
import { DebouncedInput } from '../../EditorFields.tsx'
import { FieldPair } from '../../EditorTabs.tsx'
import type { EditorProps } from '../../visualization.ts'
import type { ChartOptions } from '../options.ts'
import type { PreparedChart } from '../prepared.ts'
import { MarkList } from './MarkList.tsx'

interface AnnotationsProps extends Pick<EditorProps<ChartOptions>, 'options' | 'onChange'> {
  /** Null while its data loads. */
  chart: PreparedChart | null
}

/** The events and periods on the x axis of a chart. */
export const Annotations = ({ options, chart, onChange }: AnnotationsProps) => (
  <MarkList
    title={t`Annotations`}
    noun={t`Annotation`}
    marks={options.annotations}
    initial={{ x: '', to: '', label: '', color: null }}
    example={t`New prices`}
    onChange={(annotations) => onChange({ annotations })}
  >
    {({ x, to }, change) => (
      <FieldPair>
        <DebouncedInput label={t`At`} value={x} error={problemOf(x, chart)} onChange={(next) => change({ x: next })} />
        <DebouncedInput
          label={t`Until`}
          placeholder={t`Only for periods`}
          value={to}
          error={to.trim() === '' ? undefined : problemOf(to, chart)}
          onChange={(next) => change({ to: next })}
        />
      </FieldPair>
    )}
  </MarkList>
)

/** Why a text has no place on the x axis; undefined if it has one, or if the axis is not known. */
function problemOf(typed: string, chart: PreparedChart | null): string | undefined {
  if (chart?.kind !== 'cartesian') return undefined
  const { scale, xs } = chart.data
  const text = typed.trim()
  if (scale === 'category') return xs.includes(text) ? undefined : t`Enter a value of the x axis.`
  if (text !== '' && positionOf(text, scale) !== null) return undefined
  return scale === 'datetime' ? t`Enter a date, such as 2026-03-15, or a time, such as 2026-03-15 14:30.` : t`Enter a number.`
}
