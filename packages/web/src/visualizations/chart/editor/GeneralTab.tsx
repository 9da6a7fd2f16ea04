import { Select } from '@mantine/core'
import { rolesOf, withRole } from '@sightline/domain/chart-data/roles.ts'
import { ColumnSelect, ColumnsSelect } from '../../ColumnSelect.tsx'
import { FieldPair, FieldRule } from '../../EditorTabs.tsx'
import { SwitchRow } from '../../SwitchRow.tsx'
import type { EditorProps } from '../../visualization.ts'
import type { ChartOptions } from '../options.ts'
import { KindPicker } from './KindPicker.tsx'

const lineShapes = [
  { value: 'linear', label: 'Straight' },
  { value: 'spline', label: 'Smooth' },
  { value: 'hv', label: 'Step after' },
  { value: 'vh', label: 'Step before' },
]

/** What is drawn of which columns. */
export function GeneralTab({ options, columns, onChange }: EditorProps<ChartOptions>) {
  const names = columns.map(({ name }) => name)
  const roles = rolesOf(options.columnMapping, names)
  const assign = (role: string, chosen: string[]) =>
    onChange({ columnMapping: withRole(options.columnMapping, role, chosen, names) })
  const kind = options.globalSeriesType
  const isPie = kind === 'pie'
  const canStack = kind === 'line' || kind === 'area' || kind === 'column'
  const hasLines = kind === 'line' || kind === 'area'

  return (
    <>
      <KindPicker value={kind} onChange={(globalSeriesType) => onChange({ globalSeriesType })} />
      <ColumnSelect
        label="X Column"
        columns={columns}
        value={roles.x}
        isRequired
        error={roles.x === null ? 'Choose an X column.' : null}
        onChange={(name) => assign('x', name === null ? [] : [name])}
      />
      <ColumnsSelect
        label="Y Columns"
        columns={columns.filter(({ name }) => name !== roles.x)}
        value={roles.y}
        isRequired
        error={roles.y.length === 0 ? 'Choose at least one Y column.' : null}
        onChange={(chosen) => assign('y', chosen)}
      />
      <FieldPair>
        <ColumnSelect
          label="Group By"
          columns={columns}
          value={roles.series}
          isRequired={false}
          error={null}
          onChange={(name) => assign('series', name === null ? [] : [name])}
        />
        <Select
          label="Legend"
          data={legendChoices}
          value={legendChoice(options)}
          onChange={(choice) => {
            if (choice === 'hidden') onChange({ legend: { ...options.legend, enabled: false } })
            else onChange({ legend: { ...options.legend, enabled: true, placement: choice ?? 'auto' } })
          }}
        />
      </FieldPair>
      {canStack && (
        <FieldPair>
          <Select
            label="Stacking"
            data={[
              { value: '', label: 'Disabled' },
              { value: 'stack', label: 'Stack' },
            ]}
            value={options.series.stacking ?? ''}
            onChange={(choice) => onChange({ series: { ...options.series, stacking: choice === 'stack' ? 'stack' : null } })}
          />
          {hasLines && (
            <Select
              label="Line Shape"
              data={lineShapes}
              value={options.lineShape}
              onChange={(shape) => shape && onChange({ lineShape: shape })}
            />
          )}
        </FieldPair>
      )}
      {isPie && (
        <Select
          label="Direction"
          data={[
            { value: 'counterclockwise', label: 'Counterclockwise' },
            { value: 'clockwise', label: 'Clockwise' },
          ]}
          value={options.direction.type}
          onChange={(type) => type && onChange({ direction: { ...options.direction, type } })}
        />
      )}
      <FieldRule />
      {isPie ? (
        <SwitchRow label="Largest slices first" checked={options.piesort} onChange={(piesort) => onChange({ piesort })} />
      ) : (
        canStack && (
          <>
            <SwitchRow
              label="Normalize values to percentage"
              checked={options.series.percentValues}
              onChange={(percentValues) => onChange({ series: { ...options.series, percentValues } })}
            />
            <SwitchRow
              label="Treat missing and null values as 0"
              checked={options.missingValuesAsZero}
              onChange={(missingValuesAsZero) => onChange({ missingValuesAsZero })}
            />
          </>
        )
      )}
    </>
  )
}

const legendChoices = [
  { value: 'auto', label: 'Automatic' },
  { value: 'below', label: 'Bottom' },
  { value: 'hidden', label: 'Hidden' },
]

function legendChoice({ legend }: ChartOptions): string {
  if (!legend.enabled) return 'hidden'
  return legend.placement === 'below' ? 'below' : 'auto'
}
