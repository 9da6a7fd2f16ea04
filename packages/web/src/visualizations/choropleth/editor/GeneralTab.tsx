import { Select } from '@mantine/core'
import { codeTypes, mapTypes } from '@sightline/domain/maps/shape-codes.ts'
import { ColumnSelect } from '../../ColumnSelect.tsx'
import type { EditorProps } from '../../visualization.ts'
import { type ChoroplethOptions, codeTypeOf, keyOf, withCodeType, withKey } from '../options.ts'

const mapNames = { countries: 'Countries', usa: 'USA', subdiv_japan: 'Japan/Prefectures' }
/** Stored as null: the code type is detected from the values. */
const FIND_OUT = ''

/** The map, and the columns it uses. */
export function GeneralTab({ options, columns, onChange }: EditorProps<ChoroplethOptions>) {
  const key = keyOf(options)
  return (
    <>
      <Select
        label="Map"
        data={mapTypes.map((value) => ({ value, label: mapNames[value] }))}
        value={options.mapType}
        // The code type and bounds of one map do not apply to another.
        onChange={(value) => {
          const mapType = mapTypes.find((known) => known === value)
          if (mapType) onChange({ mapType, ...withCodeType(null), bounds: undefined })
        }}
      />
      <ColumnSelect
        label="Key Column"
        columns={columns}
        value={key}
        isRequired
        error={key === null ? 'Choose a key column.' : null}
        onChange={(name) => onChange({ ...withKey(name), ...withCodeType(null) })}
      />
      <Select
        label="Key Type"
        data={[
          { value: FIND_OUT, label: 'Found out from the values' },
          ...codeTypes[options.mapType].map(({ type, name }) => ({ value: type, label: name })),
        ]}
        value={codeTypeOf(options) ?? FIND_OUT}
        onChange={(type) => onChange(withCodeType(type === FIND_OUT ? null : type))}
      />
      <ColumnSelect
        label="Value Column"
        columns={columns}
        value={options.valueColumn}
        isRequired
        error={options.valueColumn === null ? 'Choose a value column.' : null}
        onChange={(valueColumn) => onChange({ valueColumn })}
      />
    </>
  )
}
