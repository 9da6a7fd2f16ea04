import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { aggregatorName } from '@sightline/domain/pivot/aggregator-names.ts'
import { aggregatorOf } from '@sightline/domain/pivot/aggregators.ts'
import { SwitchRow } from '../EditorFields.tsx'
import { EditorTabs } from '../EditorTabs.tsx'
import { type NamedFormat, NumberFormatField } from '../NumberFormatField.tsx'
import type { EditorProps } from '../visualization.ts'
import type { PivotOptions } from './options.ts'

/** The option tab of a pivot table; rows and columns are arranged, sorted and collapsed in the preview itself. */
export const Editor = (props: EditorProps<PivotOptions>) => (
  <EditorTabs tabs={[{ name: t`General`, content: <GeneralTab {...props} /> }]} />
)

const automatic: NamedFormat[] = [{ pattern: '', label: t`Automatic`, sample: null }]

function GeneralTab({ options, formats, onChange }: EditorProps<PivotOptions>) {
  const { controls, rendererOptions, subtotals, numberFormats } = options
  const aggregator = aggregatorOf(options.aggregatorName)
  const setTotals = (totals: Partial<PivotOptions['rendererOptions']['table']>) =>
    onChange({ rendererOptions: { ...rendererOptions, table: { ...rendererOptions.table, ...totals } } })
  return (
    <>
      <SwitchRow
        label={t`Show Pivot Controls`}
        checked={controls.enabled}
        onChange={(enabled) => onChange({ controls: { ...controls, enabled } })}
      />
      <SwitchRow
        label={t`Show Row Totals`}
        checked={rendererOptions.table.rowTotals}
        onChange={(rowTotals) => setTotals({ rowTotals })}
      />
      <SwitchRow
        label={t`Show Column Totals`}
        checked={rendererOptions.table.colTotals}
        onChange={(colTotals) => setTotals({ colTotals })}
      />
      <SwitchRow
        label={t`Show Subtotals of Rows`}
        checked={subtotals.rows}
        onChange={(rows) => onChange({ subtotals: { ...subtotals, rows } })}
      />
      <SwitchRow
        label={t`Show Subtotals of Columns`}
        checked={subtotals.cols}
        onChange={(cols) => onChange({ subtotals: { ...subtotals, cols } })}
      />
      {aggregator && aggregator.measures[0] !== 'list' && (
        <NumberFormatField
          key={aggregator.name}
          label={t`Number Format of ${aggregatorName(aggregator.name)}`}
          kind={aggregator.result === 'share' ? 'share' : 'number'}
          named={automatic}
          marks={formats.numberMarks}
          value={numberFormats[aggregator.name] ?? ''}
          onChange={(pattern) => onChange({ numberFormats: { ...numberFormats, [aggregator.name]: pattern } })}
        />
      )}
      <p>
        <Trans>Arrange the table in the preview.</Trans>
      </p>
    </>
  )
}
