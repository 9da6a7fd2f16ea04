import { EditorTabs } from '../EditorTabs.tsx'
import type { EditorProps } from '../visualization.ts'
import { FormatTab } from './editor/FormatTab.tsx'
import { GeneralTab } from './editor/GeneralTab.tsx'
import { GroupsTab } from './editor/GroupsTab.tsx'
import { StyleTab } from './editor/StyleTab.tsx'
import type { MapOptions } from './options.ts'

export const Editor = (props: EditorProps<MapOptions>) => (
  <EditorTabs
    tabs={[
      { name: 'General', content: <GeneralTab {...props} /> },
      { name: 'Groups', content: <GroupsTab {...props} /> },
      { name: 'Format', content: <FormatTab {...props} /> },
      { name: 'Style', content: <StyleTab {...props} /> },
    ]}
  />
)
