import { Select } from '@mantine/core'
import { ColorField } from '../../ColorField.tsx'
import { DebouncedInput } from '../../DebouncedInput.tsx'
import { SwitchRow } from '../../EditorFields.tsx'
import { FieldPair, FieldRule } from '../../EditorTabs.tsx'
import type { EditorProps } from '../../visualization.ts'
import { signNames } from '../marker-icons.ts'
import { iconShapes, type MapOptions } from '../options.ts'
import { layerOf } from '../prepare.ts'
import styles from './fields.module.css'

const shapeNames = {
  marker: 'Marker + Icon',
  doughnut: 'Circle',
  'circle-dot': 'Circle Dot',
  circle: 'Circle + Icon',
  'rectangle-dot': 'Square Dot',
  rectangle: 'Square + Icon',
}
const colors = [
  { key: 'foregroundColor', label: 'Icon Color', automatic: '#ffffff' },
  { key: 'backgroundColor', label: 'Background Color', automatic: '#3E5EDB' },
  { key: 'borderColor', label: 'Border Color', automatic: '#3E5EDB' },
] as const
const CUSTOM = 'Custom address'

/** The tile layer, and the style of markers. */
export function StyleTab({ options, formats, onChange }: EditorProps<MapOptions>) {
  const { mapTiles } = formats
  const layer = layerOf(options.mapTileUrl, mapTiles)
  const isCustom = options.mapTileUrl === '' || (layer !== null && !mapTiles.includes(layer))
  return (
    <>
      {mapTiles.length === 0 ? (
        <p>Maps of this installation have no background: it asks no other server for tiles.</p>
      ) : (
        <Select
          label="Map Tiles"
          data={[...mapTiles.map(({ name }) => name), CUSTOM]}
          value={isCustom ? CUSTOM : (layer?.name ?? null)}
          onChange={(name) => {
            if (name !== null)
              onChange({ mapTileUrl: name === CUSTOM ? '' : mapTiles.find((tiles) => tiles.name === name)?.url })
          }}
        />
      )}
      {mapTiles.length > 0 && isCustom && (
        <DebouncedInput
          label="Address of the tiles"
          description="With {z}, {x} and {y} in it. Readers' browsers ask that server."
          placeholder="https://tiles.example.com/{z}/{x}/{y}.png"
          value={options.mapTileUrl ?? ''}
          onChange={(mapTileUrl) => onChange({ mapTileUrl })}
        />
      )}
      <FieldRule />
      <SwitchRow
        label="Cluster Markers"
        checked={options.clusterMarkers}
        onChange={(clusterMarkers) => onChange({ clusterMarkers })}
      />
      <SwitchRow
        label="Override default style"
        checked={options.customizeMarkers}
        onChange={(customizeMarkers) => onChange({ customizeMarkers })}
      />
      {options.customizeMarkers && <MarkerFields options={options} onChange={onChange} />}
    </>
  )
}

function MarkerFields({ options, onChange }: Pick<EditorProps<MapOptions>, 'options' | 'onChange'>) {
  return (
    <>
      <FieldPair>
        <Select
          label="Shape"
          data={iconShapes.map((value) => ({ value, label: shapeNames[value] }))}
          value={options.iconShape}
          onChange={(value) => {
            const iconShape = iconShapes.find((known) => known === value)
            if (iconShape) onChange({ iconShape })
          }}
        />
        <Select
          label="Icon"
          data={signNames.includes(options.iconFont) ? signNames : [...signNames, options.iconFont]}
          value={options.iconFont}
          onChange={(iconFont) => iconFont && onChange({ iconFont })}
        />
      </FieldPair>
      {colors.map(({ key, label, automatic }) => (
        <div key={key} className={styles.row}>
          <span>{label}</span>
          <ColorField
            label={label}
            value={options[key]}
            automatic={automatic}
            onChange={(color) => onChange({ [key]: color ?? automatic })}
          />
        </div>
      ))}
    </>
  )
}
