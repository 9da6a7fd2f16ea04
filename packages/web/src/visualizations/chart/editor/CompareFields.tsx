import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { NumberField } from '../../EditorFields.tsx'
import { FieldPair } from '../../EditorTabs.tsx'
import type { EditorProps } from '../../visualization.ts'
import type { ChartOptions } from '../options.ts'
import { compareUnits, MAX_COMPARE_COUNT, shiftOf } from '../previous.ts'
import { ParameterSelect } from './ParameterSelect.tsx'

/** With which earlier values the series of a chart are compared. */
export function CompareFields({
  options,
  parameters,
  onChange,
}: Pick<EditorProps<ChartOptions>, 'options' | 'parameters' | 'onChange'>) {
  const shift = shiftOf(options)
  const isStacked = options.series.stacking !== null
  const isByRange = options.compareUnit === 'range'
  const hint =
    shift === null && !isByRange
      ? undefined
      : t`Dashed, from rows of this result: it must go back far enough. Dates without an earlier row have no value.`
  const { compareParameter: chosen } = options
  const start = chosen === null ? t`previous period` : `{{ ${chosen}.previous.start }}`
  return (
    <>
      <FieldPair>
        <Select
          label={t`Compare with`}
          data={compareUnits.map(({ value, label }) => ({ value, label: label() }))}
          value={isByRange ? 'range' : (shift?.unit ?? 'none')}
          allowDeselect={false}
          disabled={isStacked}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={isStacked ? t`Stacked series cannot be compared.` : hint}
          onChange={(compareUnit) => compareUnit && onChange({ compareUnit })}
        />
        {shift !== null && !isStacked && (
          <NumberField
            label={t`How Many`}
            min={1}
            max={MAX_COMPARE_COUNT}
            value={shift.count}
            onChange={(compareCount) => onChange({ compareCount })}
          />
        )}
      </FieldPair>
      {isByRange && !isStacked && (
        <ParameterSelect
          parameters={parameters}
          value={chosen}
          kinds={['range']}
          hint={t`Earlier by the length of its range. Have the query return rows from ${start} on.`}
          missing={t`so that nothing is compared`}
          onChange={(compareParameter) => onChange({ compareParameter })}
        />
      )}
    </>
  )
}
