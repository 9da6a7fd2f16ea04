import { t } from '@lingui/core/macro'
import { ColumnSelect, ColumnsSelect } from '../ColumnSelect.tsx'
import { goneSentence, isNumeric } from '../column-choice.ts'
import { NumberField } from '../EditorFields.tsx'
import { EditorTabs } from '../EditorTabs.tsx'
import { NumberFormatField } from '../NumberFormatField.tsx'
import type { EditorProps } from '../visualization.ts'
import { TILE_LIMITS, type TreemapOptions } from './options.ts'
import { problem } from './prepare.ts'

export const Editor = (props: EditorProps<TreemapOptions>) => (
  <EditorTabs
    tabs={[
      { name: t`General`, content: <GeneralTab {...props} /> },
      { name: t`Appearance`, content: <AppearanceTab {...props} /> },
    ]}
  />
)

function GeneralTab({ options, columns, onChange }: EditorProps<TreemapOptions>) {
  const { sizeColumn, colorColumn } = options
  const numbers = (chosen: string | null) => columns.filter((column) => isNumeric(column) || column.name === chosen)
  return (
    <>
      <ColumnsSelect
        label={t`Levels, from the Outside In`}
        columns={columns}
        value={options.levels}
        isRequired
        error={problem({ ...options, sizeColumn: null, colorColumn: null }, columns)}
        onChange={(levels) => onChange({ levels })}
      />
      <ColumnSelect
        label={t`Size Column (number of rows if empty)`}
        columns={numbers(sizeColumn)}
        value={sizeColumn}
        isRequired={false}
        error={goneSentence([sizeColumn], columns)}
        onChange={(next) => onChange({ sizeColumn: next })}
      />
      <ColumnSelect
        label={t`Color Column (its average)`}
        columns={numbers(colorColumn)}
        value={colorColumn}
        isRequired={false}
        error={goneSentence([colorColumn], columns)}
        onChange={(next) => onChange({ colorColumn: next })}
      />
    </>
  )
}

const AppearanceTab = ({ options, formats, onChange }: EditorProps<TreemapOptions>) => (
  <>
    <NumberField
      label={t`Tiles Before “Other”`}
      placeholder={t`Automatic`}
      {...TILE_LIMITS}
      value={options.maxTiles}
      onChange={(maxTiles) => onChange({ maxTiles })}
    />
    <NumberFormatField
      label={t`Number Values Format`}
      marks={formats.numberMarks}
      value={options.numberFormat}
      onChange={(numberFormat) => onChange({ numberFormat })}
    />
  </>
)
