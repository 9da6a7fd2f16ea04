import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconZoomIn } from '@tabler/icons-react'
import type { VisualizationTools } from './visualization.ts'

/** The menu item that zooms into a chart, for those who cannot drag or pinch. A zoomed chart has further buttons. */
export const ZoomItem = ({ tools }: { tools: VisualizationTools }) =>
  tools.zoomIn !== null && (
    <Menu.Item leftSection={<IconZoomIn size={16} stroke={1.75} />} onClick={tools.zoomIn}>
      <Trans>Zoom In</Trans>
    </Menu.Item>
  )
