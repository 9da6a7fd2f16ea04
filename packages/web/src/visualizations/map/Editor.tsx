import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Select, Textarea } from '@mantine/core'
import { readBounds } from '@sightline/domain/maps/bounds.ts'
import { useMemo } from 'react'
import { ColorField } from '../ColorField.tsx'
import { ColumnSelect } from '../ColumnSelect.tsx'
import { DebouncedInput, SwitchRow } from '../EditorFields.tsx'
import { EditorTabs, FieldPair, FieldRule } from '../EditorTabs.tsx'
import type { EditorProps } from '../visualization.ts'
import styles from './Editor.module.css'
import { signNames } from './markers.ts'
import { iconShapes, layerOf, type MapOptions, prepare } from './prepare.ts'

export const Editor = (props: EditorProps<MapOptions>) => (
  <EditorTabs
    tabs={[
      { name: t`General`, content: <GeneralTab {...props} /> },
      { name: t`Groups`, content: <GroupsTab {...props} /> },
      { name: t`Format`, content: <FormatTab {...props} /> },
      { name: t`Style`, content: <StyleTab {...props} /> },
    ]}
  />
)

/** The columns of the coordinates and of the groups. */
function GeneralTab({ options, columns, onChange }: EditorProps<MapOptions>) {
  const known = (wanted: string) => (columns.some(({ name }) => name === wanted) ? wanted : null)
  const lat = known(options.latColName)
  const lon = known(options.lonColName)
  return (
    <>
      <ColumnSelect
        label={t`Latitude Column`}
        columns={columns}
        value={lat}
        isRequired
        error={lat === null ? t`Choose a latitude column.` : null}
        onChange={(latColName) => latColName !== null && onChange({ latColName })}
      />
      <ColumnSelect
        label={t`Longitude Column`}
        columns={columns}
        value={lon}
        isRequired
        error={lon === null ? t`Choose a longitude column.` : null}
        onChange={(lonColName) => lonColName !== null && onChange({ lonColName })}
      />
      <ColumnSelect
        label={t`Group By`}
        columns={columns}
        value={options.classify}
        isRequired={false}
        error={null}
        onChange={(classify) => onChange({ classify })}
      />
      <Button
        variant="default"
        disabled={readBounds(options.bounds) === null}
        onClick={() => onChange({ bounds: null })}
        title={t`Move the map in the preview to set the visible area.`}
      >
        <Trans>Fit to All Markers</Trans>
      </Button>
    </>
  )
}

function GroupsTab({ options, data, formats, onChange }: EditorProps<MapOptions>) {
  const groups = useMemo(
    () => (data?.kind === 'columns' ? prepare(data, options, formats.chartColors).groups : []),
    [data, options, formats.chartColors],
  )
  return groups.map(({ name, color }) => (
    <div key={name} className={styles.row}>
      <span className={styles.name}>{name}</span>
      <ColorField
        label={name}
        value={options.groups[name]?.color ?? null}
        automatic={color}
        onChange={(own) =>
          onChange({ groups: { ...options.groups, [name]: { ...options.groups[name], color: own ?? undefined } } })
        }
      />
    </div>
  ))
}

const texts = [
  { key: 'popup', name: t`Popup` },
  { key: 'tooltip', name: t`Tooltip` },
] as const

/** The templates of popups and tooltips. */
function FormatTab({ options, onChange }: EditorProps<MapOptions>) {
  return texts.map(({ key, name }) => (
    <div key={key} style={{ display: 'contents' }}>
      <SwitchRow
        label={t`Show ${name}`}
        checked={options[key].enabled}
        onChange={(enabled) => onChange({ [key]: { ...options[key], enabled } })}
      />
      <Textarea
        label={t`${name} Template`}
        description={t`${'{{ column }}'} is a value of the row; HTML is allowed.`}
        placeholder={t`All values of the row`}
        autosize
        minRows={2}
        maxRows={8}
        disabled={!options[key].enabled}
        value={options[key].template}
        onChange={(event) => onChange({ [key]: { ...options[key], template: event.currentTarget.value } })}
      />
    </div>
  ))
}

const shapeNames = {
  marker: t`Marker + Icon`,
  doughnut: t`Circle`,
  'circle-dot': t`Circle Dot`,
  circle: t`Circle + Icon`,
  'rectangle-dot': t`Square Dot`,
  rectangle: t`Square + Icon`,
}
const colors = [
  { key: 'foregroundColor', label: t`Icon Color`, automatic: '#ffffff' },
  { key: 'backgroundColor', label: t`Background Color`, automatic: '#3E5EDB' },
  { key: 'borderColor', label: t`Border Color`, automatic: '#3E5EDB' },
] as const
const CUSTOM = t`Custom URL`

/** The tile layer, and the style of markers. */
function StyleTab({ options, formats, onChange }: EditorProps<MapOptions>) {
  const { mapTiles } = formats
  const layer = layerOf(options.mapTileUrl, mapTiles)
  const isCustom = options.mapTileUrl === '' || (layer !== null && !mapTiles.includes(layer))
  return (
    <>
      {mapTiles.length === 0 ? (
        <p>
          <Trans>Maps have no background here because map tiles are turned off.</Trans>
        </p>
      ) : (
        <Select
          label={t`Map Tiles`}
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
          label={t`Tile URL`}
          description={t`Must contain ${'{z}'}, ${'{x}'} and ${'{y}'}. Browsers load the tiles from this server.`}
          placeholder="https://tiles.example.com/{z}/{x}/{y}.png"
          value={options.mapTileUrl ?? ''}
          onChange={(mapTileUrl) => onChange({ mapTileUrl })}
        />
      )}
      <FieldRule />
      <SwitchRow
        label={t`Cluster Markers`}
        checked={options.clusterMarkers}
        onChange={(clusterMarkers) => onChange({ clusterMarkers })}
      />
      <SwitchRow
        label={t`Override default style`}
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
          label={t`Shape`}
          data={iconShapes.map((value) => ({ value, label: shapeNames[value] }))}
          value={options.iconShape}
          onChange={(value) => {
            const iconShape = iconShapes.find((known) => known === value)
            if (iconShape) onChange({ iconShape })
          }}
        />
        <Select
          label={t`Icon`}
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
