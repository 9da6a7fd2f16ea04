import { Select } from '@mantine/core'
import { ColumnsTab } from '../columns/editor/ColumnsTab.tsx'
import { SwitchRow } from '../EditorFields.tsx'
import { EditorTabs } from '../EditorTabs.tsx'
import type { EditorProps } from '../visualization.ts'
import { DEFAULT_PAGE_SIZE, pageSizeChoices, type TableOptions } from './options.ts'

export function Editor(props: EditorProps<TableOptions>) {
  const { options, onChange } = props
  return (
    <EditorTabs
      tabs={[
        { name: 'Columns', content: <ColumnsTab {...props} isTable /> },
        {
          name: 'Grid',
          content: (
            <>
              <Select
                label="Items per Page"
                inputWrapperOrder={['label', 'input', 'description']}
                description="Scroll through all rows instead of pages."
                data={pageSizeChoices(options.itemsPerPage).map(String)}
                value={String(options.itemsPerPage ?? DEFAULT_PAGE_SIZE)}
                onChange={(size) => size && onChange({ itemsPerPage: Number(size) })}
              />
              <SwitchRow
                label="Show Subtotals"
                checked={options.subtotals === true}
                onChange={(subtotals) => onChange({ subtotals })}
              />
              <p>After each group of the column that is sorted first, for the columns with a total.</p>
            </>
          ),
        },
      ]}
    />
  )
}
