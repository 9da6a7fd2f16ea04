import { t } from '@lingui/core/macro'
import { ColorRow } from '../ColorRow.tsx'
import { ColumnSelect } from '../ColumnSelect.tsx'
import { goneSentence } from '../column-choice.ts'
import { DebouncedInput, SwitchRow } from '../EditorFields.tsx'
import { EditorTabs, FieldRule } from '../EditorTabs.tsx'
import { NumberFormatField } from '../NumberFormatField.tsx'
import type { EditorProps } from '../visualization.ts'
import { automaticColors } from './option.ts'
import type { WaterfallOptions } from './options.ts'

export const Editor = (props: EditorProps<WaterfallOptions>) => (
  <EditorTabs
    tabs={[
      { name: t`General`, content: <GeneralTab {...props} /> },
      { name: t`Appearance`, content: <AppearanceTab {...props} /> },
    ]}
  />
)

function GeneralTab({ options, columns, onChange }: EditorProps<WaterfallOptions>) {
  const isThere = (wanted: string | null) => columns.some(({ name }) => name === wanted)
  return (
    <>
      <ColumnSelect
        label={t`Step Column`}
        columns={columns}
        value={options.stepColumn}
        isRequired
        error={isThere(options.stepColumn) ? null : t`Choose a step column.`}
        onChange={(stepColumn) => onChange({ stepColumn })}
      />
      <ColumnSelect
        label={t`Value Column`}
        columns={columns}
        value={options.valueColumn}
        isRequired
        error={isThere(options.valueColumn) ? null : t`Choose a value column.`}
        onChange={(valueColumn) => onChange({ valueColumn })}
      />
      <ColumnSelect
        label={t`Column That Marks Totals`}
        columns={columns}
        value={options.totalColumn}
        isRequired={false}
        error={goneSentence([options.totalColumn], columns)}
        onChange={(totalColumn) => onChange({ totalColumn })}
      />
      <FieldRule />
      <SwitchRow label={t`Total at the End`} checked={options.finalTotal} onChange={(finalTotal) => onChange({ finalTotal })} />
      {options.finalTotal && (
        <DebouncedInput
          label={t`Name of the Total`}
          value={options.finalTotalName}
          onChange={(finalTotalName) => onChange({ finalTotalName })}
        />
      )}
    </>
  )
}

const AppearanceTab = ({ options, formats, onChange }: EditorProps<WaterfallOptions>) => (
  <>
    <SwitchRow label={t`Show Data Labels`} checked={options.labels} onChange={(labels) => onChange({ labels })} />
    <SwitchRow label={t`Connect the Bars`} checked={options.connectors} onChange={(connectors) => onChange({ connectors })} />
    <NumberFormatField
      label={t`Number Values Format`}
      marks={formats.numberMarks}
      value={options.numberFormat}
      onChange={(numberFormat) => onChange({ numberFormat })}
    />
    <FieldRule />
    <div>
      <ColorRow
        name={t`Increase`}
        value={options.increaseColor}
        automatic={automaticColors.increase}
        onChange={(increaseColor) => onChange({ increaseColor })}
      />
      <ColorRow
        name={t`Decrease`}
        value={options.decreaseColor}
        automatic={automaticColors.decrease}
        onChange={(decreaseColor) => onChange({ decreaseColor })}
      />
      <ColorRow
        name={t`Total`}
        value={options.totalColor}
        automatic={automaticColors.total}
        onChange={(totalColor) => onChange({ totalColor })}
      />
    </div>
  </>
)
