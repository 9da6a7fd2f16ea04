import { t } from '@lingui/core/macro'
import { DebouncedInput } from '../EditorFields.tsx'
import { EditorTabs } from '../EditorTabs.tsx'
import type { EditorProps } from '../visualization.ts'
import type { BoxplotOptions } from './prepare.ts'

export const Editor = ({ options, onChange }: EditorProps<BoxplotOptions>) => (
  <EditorTabs
    tabs={[
      {
        name: t`General`,
        content: (
          <>
            <DebouncedInput
              label={t`X Axis Label`}
              value={options.xAxisLabel}
              onChange={(xAxisLabel) => onChange({ xAxisLabel })}
            />
            <DebouncedInput
              label={t`Y Axis Label`}
              value={options.yAxisLabel}
              onChange={(yAxisLabel) => onChange({ yAxisLabel })}
            />
          </>
        ),
      },
    ]}
  />
)
