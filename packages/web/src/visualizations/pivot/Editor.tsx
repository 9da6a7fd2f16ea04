import { SwitchRow } from '../EditorFields.tsx'
import { EditorTabs } from '../EditorTabs.tsx'
import type { EditorProps } from '../visualization.ts'
import type { PivotOptions } from './options.ts'

/** The option tab of a pivot table; rows and columns are arranged in the preview itself. */
export const Editor = (props: EditorProps<PivotOptions>) => (
  <EditorTabs tabs={[{ name: 'General', content: <GeneralTab {...props} /> }]} />
)

function GeneralTab({ options, onChange }: EditorProps<PivotOptions>) {
  const { controls, rendererOptions } = options
  const setTotals = (totals: Partial<PivotOptions['rendererOptions']['table']>) =>
    onChange({ rendererOptions: { ...rendererOptions, table: { ...rendererOptions.table, ...totals } } })
  return (
    <>
      <SwitchRow
        label="Show Pivot Controls"
        checked={controls.enabled}
        onChange={(enabled) => onChange({ controls: { ...controls, enabled } })}
      />
      <SwitchRow
        label="Show Row Totals"
        checked={rendererOptions.table.rowTotals}
        onChange={(rowTotals) => setTotals({ rowTotals })}
      />
      <SwitchRow
        label="Show Column Totals"
        checked={rendererOptions.table.colTotals}
        onChange={(colTotals) => setTotals({ colTotals })}
      />
      <p>Arrange the table in the preview.</p>
    </>
  )
}
