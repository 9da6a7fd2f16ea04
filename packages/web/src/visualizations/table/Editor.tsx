import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
        { name: t`Columns`, content: <ColumnsTab {...props} isTable /> },
        {
          name: t`Grid`,
          content: (
            <>
              <Select
                label={t`Items per Page`}
                inputWrapperOrder={['label', 'input', 'description']}
                description={t`Scroll through all rows instead of pages.`}
                data={pageSizeChoices(options.itemsPerPage).map(String)}
                value={String(options.itemsPerPage ?? DEFAULT_PAGE_SIZE)}
                onChange={(size) => size && onChange({ itemsPerPage: Number(size) })}
              />
              <SwitchRow
                label={t`Show Subtotals`}
                checked={options.subtotals === true}
                onChange={(subtotals) => onChange({ subtotals })}
              />
              <p>
                <Trans>After each group of the column that is sorted first, for the columns with a total.</Trans>
              </p>
            </>
          ),
        },
      ]}
    />
  )
}
