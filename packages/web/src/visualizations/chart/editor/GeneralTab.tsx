import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { type Roles, rolesOf, withRole } from '@sightline/domain/chart-data/roles.ts'
import { ColumnSelect, ColumnsSelect } from '../../ColumnSelect.tsx'
import { SwitchRow } from '../../EditorFields.tsx'
import { FieldPair, FieldRule } from '../../EditorTabs.tsx'
import type { EditorProps } from '../../visualization.ts'
import { canHavePanels, canLieDown, canStack, hasErrors } from '../kinds.ts'
import type { ChartOptions } from '../options.ts'
import { CompareFields } from './CompareFields.tsx'
import { CodeFields, KindFields } from './KindFields.tsx'

/** The columns of a chart, and how its kind is drawn. */
export function GeneralTab(props: EditorProps<ChartOptions>) {
  const { options, columns, parameters, onChange } = props
  const names = columns.map(({ name }) => name)
  const roles = rolesOf(options.columnMapping, names)
  const assign = (role: string, chosen: string[]) =>
    onChange({ columnMapping: withRole(options.columnMapping, role, chosen, names) })
  const kind = options.globalSeriesType
  const isHeatmap = kind === 'heatmap'

  return (
    <>
      <ColumnSelect
        label={t`X Column`}
        columns={columns}
        value={roles.x}
        isRequired
        error={roles.x === null ? t`Choose an X column.` : null}
        onChange={(name) => assign('x', name === null ? [] : [name])}
      />
      {isHeatmap ? (
        <ColumnSelect
          label={t`Y Column`}
          columns={columns.filter(({ name }) => name !== roles.x)}
          value={roles.y[0] ?? null}
          isRequired
          error={roles.y.length === 0 ? t`Choose a Y column.` : null}
          onChange={(name) => assign('y', name === null ? [] : [name])}
        />
      ) : (
        <ColumnsSelect
          label={t`Y Columns`}
          columns={columns.filter(({ name }) => name !== roles.x)}
          value={roles.y}
          isRequired
          error={roles.y.length === 0 ? t`Choose at least one Y column.` : null}
          onChange={(chosen) => assign('y', chosen)}
        />
      )}
      <FieldPair>
        <FurtherColumn {...props} roles={roles} assign={assign} />
        {kind !== 'custom' && (
          <Select
            label={t`Legend`}
            data={isHeatmap ? legendChoices.filter(({ value }) => value !== 'below') : legendChoices}
            value={legendChoice(options)}
            onChange={(choice) => {
              if (choice === 'hidden') onChange({ legend: { ...options.legend, enabled: false } })
              else onChange({ legend: { ...options.legend, enabled: true, placement: choice ?? 'auto' } })
            }}
          />
        )}
      </FieldPair>
      <ExtraColumn {...props} roles={roles} assign={assign} />
      {canHavePanels(kind) && (
        <ColumnSelect
          label={t`Panels`}
          columns={columns}
          value={roles.panel}
          isRequired={false}
          error={null}
          onChange={(name) => assign('panel', name === null ? [] : [name])}
        />
      )}
      {canHavePanels(kind) && roles.panel !== null && (
        <SwitchRow
          label={t`Each panel has its own scale`}
          checked={options.ownPanelScales}
          onChange={(ownPanelScales) => onChange({ ownPanelScales })}
        />
      )}
      {kind === 'custom' ? (
        <CodeFields options={options} onChange={onChange} />
      ) : (
        <>
          <KindFields options={options} onChange={onChange} />
          {canStack(kind) && <CompareFields options={options} parameters={parameters} onChange={onChange} />}
          <FieldRule />
          <KindSwitches options={options} onChange={onChange} />
        </>
      )}
    </>
  )
}

interface ColumnProps extends EditorProps<ChartOptions> {
  roles: Roles
  assign(role: string, chosen: string[]): void
}

/** The column for the series, or for the values of a heatmap. */
function FurtherColumn({ options, columns, roles, assign }: ColumnProps) {
  const isHeatmap = options.globalSeriesType === 'heatmap'
  const role = isHeatmap ? 'zVal' : 'series'
  const value = roles[role]
  return (
    <ColumnSelect
      label={isHeatmap ? t`Color Column` : t`Group By`}
      columns={columns}
      value={value}
      isRequired={isHeatmap}
      error={isHeatmap && value === null ? t`Choose a Color column.` : null}
      onChange={(name) => assign(role, name === null ? [] : [name])}
    />
  )
}

/** The column for bubble sizes or for errors. */
function ExtraColumn({ options, columns, roles, assign }: ColumnProps) {
  const isBubble = options.globalSeriesType === 'bubble'
  if (!isBubble && !hasErrors(options.globalSeriesType)) return null
  const role = isBubble ? 'size' : 'yError'
  const value = roles[role]
  return (
    <ColumnSelect
      label={isBubble ? t`Bubble Size Column` : t`Errors Column`}
      columns={columns}
      value={value}
      isRequired={isBubble}
      error={isBubble && value === null ? t`Choose a Bubble Size column.` : null}
      onChange={(name) => assign(role, name === null ? [] : [name])}
    />
  )
}

/** Buttons that change the kind of chart. */
function KindSwitches({ options, onChange }: Pick<EditorProps<ChartOptions>, 'options' | 'onChange'>) {
  const kind = options.globalSeriesType
  return (
    <>
      {canLieDown(kind) && (
        <SwitchRow
          label={t`Horizontal Chart`}
          checked={options.swappedAxes}
          onChange={(swappedAxes) => onChange({ swappedAxes })}
        />
      )}
      {canLieDown(kind) && options.swappedAxes && (
        <SwitchRow
          label={t`Start at the top`}
          checked={options.startsAtTop}
          onChange={(startsAtTop) => onChange({ startsAtTop })}
        />
      )}
      <SwitchRow
        label={t`Use column names for axes and series`}
        checked={options.readableNames}
        onChange={(readableNames) => onChange({ readableNames })}
      />
      {canStack(kind) && (
        <>
          <SwitchRow
            label={t`Normalize values to percentage`}
            checked={options.series.percentValues}
            onChange={(percentValues) => onChange({ series: { ...options.series, percentValues } })}
          />
          <SwitchRow
            label={t`Treat missing and null values as 0`}
            checked={options.missingValuesAsZero}
            onChange={(missingValuesAsZero) => onChange({ missingValuesAsZero })}
          />
          <SwitchRow
            label={t`Treat missing dates as missing values`}
            checked={options.fillMissingDates}
            onChange={(fillMissingDates) => onChange({ fillMissingDates })}
          />
          <SwitchRow
            label={t`Highlight the last period while it is incomplete`}
            checked={options.marksIncomplete}
            onChange={(marksIncomplete) => onChange({ marksIncomplete })}
          />
        </>
      )}
      {kind === 'pie' && (
        <SwitchRow label={t`Largest slices first`} checked={options.piesort} onChange={(piesort) => onChange({ piesort })} />
      )}
      {kind === 'box' && (
        <SwitchRow
          label={t`Show All Points`}
          checked={options.showpoints}
          onChange={(showpoints) => onChange({ showpoints })}
        />
      )}
    </>
  )
}

const legendChoices = [
  { value: 'auto', label: t`Automatic` },
  { value: 'below', label: t`Bottom` },
  { value: 'hidden', label: t`Hidden` },
]

function legendChoice({ legend, globalSeriesType }: ChartOptions): string {
  if (!legend.enabled) return 'hidden'
  return legend.placement === 'below' && globalSeriesType !== 'heatmap' ? 'below' : 'auto'
}
