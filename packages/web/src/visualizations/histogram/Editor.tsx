import { t } from '@lingui/core/macro'
import { ColorRow } from '../ColorRow.tsx'
import { ColumnSelect } from '../ColumnSelect.tsx'
import { isTime } from '../column-choice.ts'
import { DebouncedInput, NumberField, SwitchRow } from '../EditorFields.tsx'
import { EditorTabs, FieldPair, FieldRule } from '../EditorTabs.tsx'
import { automaticColor } from '../palette.ts'
import type { EditorProps } from '../visualization.ts'
import { BIN_LIMITS, type HistogramOptions } from './options.ts'
import { problem } from './prepare.ts'

export const Editor = (props: EditorProps<HistogramOptions>) => (
  <EditorTabs
    tabs={[
      { name: t`General`, content: <GeneralTab {...props} /> },
      { name: t`Appearance`, content: <AppearanceTab {...props} /> },
    ]}
  />
)

function GeneralTab({ options, columns, onChange }: EditorProps<HistogramOptions>) {
  const error = problem(options, columns)
  return (
    <>
      <ColumnSelect
        label={t`Column`}
        columns={columns.filter((column) => !isTime(column) || column.name === options.column)}
        value={options.column}
        isRequired
        error={error}
        onChange={(column) => onChange({ column })}
      />
      <NumberField
        label={t`Number of Ranges`}
        description={t`About as many, so that their ends are round numbers.`}
        placeholder={t`Automatic`}
        {...BIN_LIMITS}
        value={options.bins}
        onChange={(bins) => onChange({ bins })}
      />
      <FieldPair>
        <NumberField
          label={t`From`}
          placeholder={t`Least number`}
          allowsDecimals
          value={options.rangeMin}
          onChange={(rangeMin) => onChange({ rangeMin })}
        />
        <NumberField
          label={t`Below`}
          placeholder={t`Greatest number`}
          allowsDecimals
          value={options.rangeMax}
          onChange={(rangeMax) => onChange({ rangeMax })}
        />
      </FieldPair>
      <FieldRule />
      <SwitchRow label={t`Show Shares`} checked={options.share} onChange={(share) => onChange({ share })} />
      <SwitchRow label={t`Cumulative`} checked={options.cumulative} onChange={(cumulative) => onChange({ cumulative })} />
    </>
  )
}

const AppearanceTab = ({ options, formats, onChange }: EditorProps<HistogramOptions>) => (
  <>
    <DebouncedInput
      label={t`X Axis Title`}
      placeholder={options.column ?? ''}
      value={options.xTitle}
      onChange={(xTitle) => onChange({ xTitle })}
    />
    <ColorRow
      name={t`Bars`}
      value={options.color}
      automatic={automaticColor(0, formats.chartColors).stored}
      onChange={(color) => onChange({ color })}
    />
  </>
)
