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
      { name: 'General', content: <GeneralTab {...props} /> },
      { name: 'Appearance', content: <AppearanceTab {...props} /> },
    ]}
  />
)

function GeneralTab({ options, columns, onChange }: EditorProps<TreemapOptions>) {
  const { sizeColumn, colorColumn } = options
  const numbers = (chosen: string | null) => columns.filter((column) => isNumeric(column) || column.name === chosen)
  return (
    <>
      <ColumnsSelect
        label="Levels, from the Outside In"
        columns={columns}
        value={options.levels}
        isRequired
        error={problem({ ...options, sizeColumn: null, colorColumn: null }, columns)}
        onChange={(levels) => onChange({ levels })}
      />
      <ColumnSelect
        label="Size Column (number of rows if empty)"
        columns={numbers(sizeColumn)}
        value={sizeColumn}
        isRequired={false}
        error={goneSentence([sizeColumn], columns)}
        onChange={(next) => onChange({ sizeColumn: next })}
      />
      <ColumnSelect
        label="Color Column (its average)"
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
      label="Tiles Before “Other”"
      placeholder="Automatic"
      {...TILE_LIMITS}
      value={options.maxTiles}
      onChange={(maxTiles) => onChange({ maxTiles })}
    />
    <NumberFormatField
      label="Number Values Format"
      marks={formats.numberMarks}
      value={options.numberFormat}
      onChange={(numberFormat) => onChange({ numberFormat })}
    />
  </>
)
