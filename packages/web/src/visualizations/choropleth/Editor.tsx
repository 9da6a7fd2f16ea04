import { EditorTabs } from '../EditorTabs.tsx'
import type { EditorProps } from '../visualization.ts'
import { BoundsTab } from './editor/BoundsTab.tsx'
import { ColorsTab } from './editor/ColorsTab.tsx'
import { FormatTab } from './editor/FormatTab.tsx'
import { GeneralTab } from './editor/GeneralTab.tsx'
import type { ChoroplethOptions } from './options.ts'

export const Editor = (props: EditorProps<ChoroplethOptions>) => (
  <EditorTabs
    tabs={[
      { name: 'General', content: <GeneralTab {...props} /> },
      { name: 'Colors', content: <ColorsTab {...props} /> },
      { name: 'Format', content: <FormatTab {...props} /> },
      { name: 'Bounds', content: <BoundsTab {...props} /> },
    ]}
  />
)
