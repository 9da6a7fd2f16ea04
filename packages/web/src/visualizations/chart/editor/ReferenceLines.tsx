import { t } from '@lingui/core/macro'
import { NumberInput, Select } from '@mantine/core'
import { ColumnSelect } from '../../ColumnSelect.tsx'
import { FieldPair } from '../../EditorTabs.tsx'
import type { EditorProps } from '../../visualization.ts'
import type { ChartOptions } from '../options.ts'
import { referenceKinds, type StoredReference } from '../reference-lines.ts'
import { MarkList } from './MarkList.tsx'
import { ParameterSelect } from './ParameterSelect.tsx'

const sides = [
  { value: '0', label: t`Left Y Axis` },
  { value: '1', label: t`Right Y Axis` },
]

const initial: StoredReference = {
  kind: 'value',
  yAxis: 0,
  value: null,
  to: null,
  column: null,
  parameter: null,
  label: '',
  color: null,
}

/** The reference lines and bands of a chart. */
export const ReferenceLines = ({
  options,
  columns,
  parameters,
  onChange,
}: Pick<EditorProps<ChartOptions>, 'options' | 'columns' | 'parameters' | 'onChange'>) => (
  <MarkList
    title={t`Reference Lines`}
    noun={t`Reference Line`}
    marks={options.referenceLines}
    initial={initial}
    example={t`Target`}
    onChange={(referenceLines) => onChange({ referenceLines })}
  >
    {(line, change) => <Fields line={line} columns={columns} parameters={parameters} onChange={change} />}
  </MarkList>
)

interface FieldsProps extends Pick<EditorProps<ChartOptions>, 'columns' | 'parameters'> {
  line: StoredReference
  onChange(patch: Partial<StoredReference>): void
}

function Fields({ line: { kind, value, to, column, parameter, yAxis }, columns, parameters, onChange }: FieldsProps) {
  const number = (text: string, now: number | null, change: (next: number | null) => void) => (
    <NumberInput
      label={text}
      value={now ?? ''}
      onChange={(next) => change(typeof next === 'number' ? next : null)}
      error={now === null ? t`Enter a number.` : undefined}
    />
  )
  return (
    <>
      <FieldPair>
        <Select
          label={t`Kind`}
          data={referenceKinds.map(({ value, label }) => ({ value, label: label() }))}
          value={kind}
          allowDeselect={false}
          onChange={(next) => onChange({ kind: next ?? kind })}
        />
        <Select
          label={t`Axis`}
          data={sides}
          value={yAxis === 1 ? '1' : '0'}
          allowDeselect={false}
          onChange={(side) => onChange({ yAxis: side === '1' ? 1 : 0 })}
        />
      </FieldPair>
      {(kind === 'value' || kind === 'band') && (
        <FieldPair>
          {number(kind === 'band' ? 'From' : t`Value`, value, (next) => onChange({ value: next }))}
          {kind === 'band' && number('To', to, (next) => onChange({ to: next }))}
        </FieldPair>
      )}
      {kind === 'column' && (
        <ColumnSelect
          label={t`Column`}
          columns={columns.filter(({ name: own, type }) => type === 'integer' || type === 'float' || own === column)}
          value={column}
          isRequired
          error={column === null ? t`Choose a column.` : null}
          onChange={(next) => onChange({ column: next })}
        />
      )}
      {kind === 'parameter' && (
        <ParameterSelect
          parameters={parameters}
          value={parameter}
          kinds={['number', 'date', 'range']}
          hint={t`Dates and ranges stand on the x axis.`}
          missing={t`so that there is no line`}
          onChange={(next) => onChange({ parameter: next })}
        />
      )}
    </>
  )
}
