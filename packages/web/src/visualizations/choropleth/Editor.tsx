import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NumberInput, Select } from '@mantine/core'
import { type Bounds, readBounds, storedCorners } from '@sightline/domain/maps/bounds.ts'
import { codeTypes, mapTypes } from '@sightline/domain/maps/shape-codes.ts'
import { useState } from 'react'
import { ColorField } from '../ColorField.tsx'
import { ColumnSelect } from '../ColumnSelect.tsx'
import { SwitchRow } from '../EditorFields.tsx'
import { EditorTabs, FieldPair, FieldRule } from '../EditorTabs.tsx'
import type { EditorProps } from '../visualization.ts'
import styles from './Editor.module.css'
import { FormatTab } from './FormatTab.tsx'
import { type ChoroplethOptions, codeTypeOf, defaultColors, keyOf, withCodeType, withKey } from './options.ts'

export const Editor = (props: EditorProps<ChoroplethOptions>) => (
  <EditorTabs
    tabs={[
      { name: t`General`, content: <GeneralTab {...props} /> },
      { name: t`Colors`, content: <ColorsTab {...props} /> },
      { name: t`Format`, content: <FormatTab {...props} /> },
      { name: t`Bounds`, content: <BoundsTab {...props} /> },
    ]}
  />
)

const mapNames = { countries: t`Countries`, usa: 'USA', subdiv_japan: t`Japan/Prefectures` }
/** Stored as null: the code type is detected from the values. */
const FIND_OUT = ''

/** The map, and the columns it uses. */
function GeneralTab({ options, columns, onChange }: EditorProps<ChoroplethOptions>) {
  const key = keyOf(options)
  return (
    <>
      <Select
        label={t`Map`}
        data={mapTypes.map((value) => ({ value, label: mapNames[value] }))}
        value={options.mapType}
        // The code type and bounds of one map do not apply to another.
        onChange={(value) => {
          const mapType = mapTypes.find((known) => known === value)
          if (mapType) onChange({ mapType, ...withCodeType(null), bounds: undefined })
        }}
      />
      <ColumnSelect
        label={t`Key Column`}
        columns={columns}
        value={key}
        isRequired
        error={key === null ? t`Choose a key column.` : null}
        onChange={(name) => onChange({ ...withKey(name), ...withCodeType(null) })}
      />
      <Select
        label={t`Key Type`}
        data={[
          { value: FIND_OUT, label: t`Detect from the values` },
          ...codeTypes[options.mapType].map(({ type, name }) => ({ value: type, label: name() })),
        ]}
        value={codeTypeOf(options) ?? FIND_OUT}
        onChange={(type) => onChange(withCodeType(type === FIND_OUT ? null : type))}
      />
      <ColumnSelect
        label={t`Value Column`}
        columns={columns}
        value={options.valueColumn}
        isRequired
        error={options.valueColumn === null ? t`Choose a value column.` : null}
        onChange={(valueColumn) => onChange({ valueColumn })}
      />
      {options.mapType === 'usa' && (
        <SwitchRow
          label={t`Alaska and Hawaii below the other states`}
          checked={options.insets}
          // The bounds of one arrangement do not apply to the other.
          onChange={(insets) => onChange({ insets, bounds: undefined })}
        />
      )}
    </>
  )
}

const MIN_STEPS = 3
const MAX_STEPS = 11
const modes = [
  { value: 'q', label: t`quantile` },
  { value: 'e', label: t`equidistant` },
  { value: 'k', label: t`k-means` },
] as const
const colors = [
  { key: 'min', label: t`Min Color` },
  { key: 'max', label: t`Max Color` },
  { key: 'noValue', label: t`No Value Color` },
  { key: 'background', label: t`Background Color` },
  { key: 'borders', label: t`Borders Color` },
] as const

/** The number of classes. While `10` or `11` is typed, the intermediate `1` is shown but not applied. */
function StepsField({ value, onChange }: { value: number; onChange(steps: number): void }) {
  const [typed, setTyped] = useState<string | number>(value)
  return (
    <NumberInput
      label={t`Steps`}
      min={MIN_STEPS}
      max={MAX_STEPS}
      clampBehavior="blur"
      allowDecimal={false}
      value={typed}
      onChange={(steps) => {
        setTyped(steps)
        if (typeof steps === 'number' && steps >= MIN_STEPS && steps <= MAX_STEPS) onChange(steps)
      }}
      onBlur={() => typed === '' && setTyped(value)}
    />
  )
}

/** The classification of values, and all colours. */
function ColorsTab({ options, onChange }: EditorProps<ChoroplethOptions>) {
  return (
    <>
      <FieldPair>
        <StepsField value={options.steps} onChange={(steps) => onChange({ steps })} />
        <Select
          label={t`Clustering Mode`}
          data={modes}
          value={options.clusteringMode}
          onChange={(value) => {
            const mode = modes.find((known) => known.value === value)
            if (mode) onChange({ clusteringMode: mode.value })
          }}
        />
      </FieldPair>
      <FieldRule />
      {colors.map(({ key, label }) => (
        <div key={key} className={styles.row}>
          <span>{label}</span>
          <ColorField
            label={label}
            value={options.colors[key]}
            automatic={defaultColors[key]}
            onChange={(color) => onChange({ colors: { ...options.colors, [key]: color ?? defaultColors[key] } })}
          />
        </div>
      ))}
    </>
  )
}

const WORLD: Bounds = { south: -56, west: -168, north: 78, east: 180 }
const rounded = (degrees: number) => Number(degrees.toFixed(4))

/** The bounds of the map, which also follow when the map in the preview is moved. */
function BoundsTab({ options, onChange }: EditorProps<ChoroplethOptions>) {
  const stored = readBounds(options.bounds)
  const field = (label: string, key: keyof Bounds) => (
    <NumberInput
      label={label}
      placeholder={t`Auto`}
      decimalScale={4}
      value={stored ? rounded(stored[key]) : ''}
      onChange={(degrees) => {
        if (typeof degrees === 'number') onChange({ bounds: storedCorners({ ...(stored ?? WORLD), [key]: degrees }) })
      }}
    />
  )
  return (
    <>
      <FieldPair>
        {field(t`North latitude`, 'north')}
        {field(t`West longitude`, 'west')}
      </FieldPair>
      <FieldPair>
        {field(t`South latitude`, 'south')}
        {field(t`East longitude`, 'east')}
      </FieldPair>
      <Button variant="default" disabled={stored === null} onClick={() => onChange({ bounds: undefined })}>
        <Trans>Show Whole Map</Trans>
      </Button>
    </>
  )
}
