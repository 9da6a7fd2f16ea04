import { ColumnsTab } from '../columns/editor/ColumnsTab.tsx'
import { EditorTabs } from '../EditorTabs.tsx'
import type { EditorProps } from '../visualization.ts'
import type { DetailsOptions } from './prepare.ts'

/** The option tab of a details view: the same column options as for a table. */
export const Editor = (props: EditorProps<DetailsOptions>) => (
  <EditorTabs tabs={[{ name: 'Columns', content: <ColumnsTab {...props} offersSearch={false} /> }]} />
)
